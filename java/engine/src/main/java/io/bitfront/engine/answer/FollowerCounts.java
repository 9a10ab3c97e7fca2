package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// The counts by level of all that follow a searched vertex, from its own. A row takes about as long as it
/// has levels, most of that to fold them, which threads share. Whatever else follows a vertex comes
/// before its largest branch, so that on the way down a tree the counts of no more vertices are
/// held than the number of all has binary digits, and of some that are not folded yet.
final class FollowerCounts {
    /// Levels that wait to be folded before they are, and fewest that threads share.
    private static final long FOLDED_AT_ONCE = 1 << 20;

    private static final long SHARED = 1 << 14;

    private final byte[] how;
    private final int[] first;
    private final int[] next;
    private final Csc neighbours;
    private final Representatives.Rows rows;
    private final BooleanSupplier stop;
    /// Rows that are not folded yet, and their levels.
    private final List<Row> open = new ArrayList<>();

    private long openLevels;
    /// Those whose rows are not told yet, and by the same place the row of each.
    private final IntList untold = new IntList();

    private final List<Row> rowOf = new ArrayList<>();
    /// Those whose followers are not yet told; the last is the next.
    private final Deque<Lead> leads = new ArrayDeque<>();

    /// One that is followed.
    ///
    /// @param own its counts; null where they follow from its leader's, and its row is not told
    /// @param leaders its leader's counts, where its own are null
    /// @param branch the counts of its tree, where its own are null and that is known
    private record Lead(int vertex, LevelCounts own, LevelCounts leaders, LevelCounts branch) {}

    /// @param first by vertex the first that follows it directly, -1 where none does: the largest branch, where there
    ///     are any
    /// @param next by follower the next of the same vertex
    /// @param neighbours of those that are alike
    /// @param stop gives up once it is true
    FollowerCounts(
            byte[] how, int[] first, int[] next, Csc neighbours, Representatives.Rows rows, BooleanSupplier stop) {
        this.how = how;
        this.first = first;
        this.next = next;
        this.neighbours = neighbours;
        this.rows = rows;
        this.stop = stop;
    }

    /// Tells the rows of all that follow.
    ///
    /// @throws CancellationException where it was given up
    void follow(int vertex, LevelCounts counts) {
        leads.push(new Lead(vertex, counts, null, null));
        while (!leads.isEmpty()) {
            if (stop.getAsBoolean()) {
                throw new CancellationException("given up");
            }
            follow(leads.pop());
            if (openLevels >= FOLDED_AT_ONCE) {
                tell();
            }
        }
        tell();
    }

    private void follow(Lead lead) {
        if (lead.own != null) {
            followDirectly(lead.vertex, lead.own, null);
        } else if (how[lead.vertex] == Representatives.BRANCH) {
            LevelCounts branch = lead.branch == null ? branch(lead.vertex) : lead.branch;
            followDirectly(lead.vertex, found(lead.vertex, lead.leaders.later(branch)), branch);
        } else {
            followDirectly(lead.vertex, found(lead.vertex, lead.leaders.alike(neighbours.degree(lead.vertex))), null);
        }
    }

    private LevelCounts found(int vertex, LevelCounts counts) {
        found(vertex, new Row(counts));
        return counts;
    }

    private void found(int vertex, Row row) {
        untold.add(vertex);
        rowOf.add(row);
    }

    /// Tells what was found.
    private void tell() {
        Stream<Row> unfolded = open.stream();
        (openLevels < SHARED ? unfolded : unfolded.parallel()).forEach(Row::fold);
        for (int i = 0; i < untold.size(); i++) {
            rows.put(untold.get(i), rowOf.get(i).sums);
        }
        open.clear();
        openLevels = 0;
        untold.clear();
        rowOf.clear();
    }

    /// @param branch of the vertex, where it is one
    private void followDirectly(int vertex, LevelCounts counts, LevelCounts branch) {
        Row[] shared = new Row[Representatives.ALIKE + 1];
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            if (isShared(f)) {
                Row row = shared[how[f]];
                if (row == null) {
                    row = new Row(how[f] == Representatives.TWIN ? counts : counts.later(onItsOwn(f)));
                    shared[how[f]] = row;
                }
                found(f, row);
                if (first[f] >= 0) {
                    leads.push(new Lead(f, row.counts, null, null));
                }
            } else {
                boolean most = branch != null && f == first[vertex];
                leads.push(new Lead(f, null, counts, most ? largest(vertex, branch) : null));
            }
        }
    }

    /// The row of one that follows, or of several.
    private final class Row {
        private final LevelCounts counts;
        private VertexSums sums;

        Row(LevelCounts counts) {
            this.counts = counts;
            open.add(this);
            openLevels += counts.levels();
        }

        void fold() {
            sums = counts.sums();
        }
    }

    /// Whether all that follow the same vertex alike have the same counts: twins, pendants, and who has one way.
    private boolean isShared(int follower) {
        return how[follower] == Representatives.TWIN
                || how[follower] == Representatives.ONE_WAY
                || how[follower] == Representatives.BRANCH && first[follower] < 0;
    }

    /// The branch of a pendant; of who has one way there is none that leads back.
    private LevelCounts onItsOwn(int follower) {
        return how[follower] == Representatives.BRANCH ? LevelCounts.start() : LevelCounts.NONE;
    }

    /// How many vertices of the tree that hangs on a leader by this vertex are at each level from it.
    private LevelCounts branch(int vertex) {
        IntList tree = new IntList();
        tree.add(vertex);
        return levels(tree);
    }

    /// The tree of a vertex's largest branch: what is left of its own beside the others.
    private LevelCounts largest(int vertex, LevelCounts branch) {
        IntList others = new IntList();
        for (int f = next[first[vertex]]; f >= 0; f = next[f]) {
            others.add(f);
        }
        return branch.beyond(levels(others));
    }

    /// Of some trees together; those at their tops are at level 0.
    private LevelCounts levels(IntList trees) {
        LevelCounts counts = new LevelCounts();
        int begin = 0;
        while (begin < trees.size()) {
            int end = trees.size();
            counts.append(end - begin);
            for (int i = begin; i < end; i++) {
                for (int f = first[trees.get(i)]; f >= 0; f = next[f]) {
                    trees.add(f);
                }
            }
            begin = end;
        }
        return counts;
    }
}
