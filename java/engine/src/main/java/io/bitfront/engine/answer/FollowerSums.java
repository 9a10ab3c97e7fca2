package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// The sums of all that follow a searched vertex, from its own: a few additions for each, whatever
/// the number of levels. Harmonic sums are told of twins alone, and NaN for all others.
///
/// One step down a tree brings the vertex's branch, all that hangs on it and itself, a hop nearer
/// and takes all others a hop farther. The farthest vertex is within the branch or beyond the
/// leader: beyond the searched vertex, what is farthest outside all trees that hang on it.
final class FollowerSums {
    private final byte[] how;
    private final int[] first;
    private final int[] next;
    private final Csc neighbours;
    private final OutsideSearch outside;
    private final Representatives.Rows rows;
    /// Those whose followers are not yet told.
    private final Deque<Lead> leads = new ArrayDeque<>();

    private record Lead(int vertex, VertexSums sums) {}

    /// @param first by vertex the first that follows it directly, -1 where none does
    /// @param next by follower the next of the same vertex
    /// @param neighbours of those that are alike
    /// @param outside asked where sums do not tell
    FollowerSums(
            byte[] how, int[] first, int[] next, Csc neighbours, OutsideSearch outside, Representatives.Rows rows) {
        this.how = how;
        this.first = first;
        this.next = next;
        this.neighbours = neighbours;
        this.outside = outside;
        this.rows = rows;
    }

    /// Tells the rows of all that follow.
    void follow(int vertex, VertexSums sums) {
        leads.push(new Lead(vertex, sums));
        while (!leads.isEmpty()) {
            Lead lead = leads.pop();
            if (followDirectly(lead.vertex, lead.sums)) {
                new Tree(lead.vertex).tell(lead.sums);
            }
        }
    }

    /// Tells the rows of direct followers but branches.
    ///
    /// @return whether there are any of these
    private boolean followDirectly(int vertex, VertexSums sums) {
        boolean branches = false;
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            switch (how[f]) {
                case Representatives.BRANCH -> branches = true;
                case Representatives.TWIN -> told(f, sums);
                case Representatives.ONE_WAY -> told(f, sums.oneWayLater());
                default -> told(f, sums.alike(neighbours.degree(vertex), neighbours.degree(f)));
            }
        }
        return branches;
    }

    private void told(int vertex, VertexSums sums) {
        rows.put(vertex, sums);
        if (first[vertex] >= 0) {
            leads.push(new Lead(vertex, sums));
        }
    }

    /// All trees that hang on a vertex, as one; places are those in the order of a search from it.
    private final class Tree {
        private final IntList vertices = new IntList();
        /// By place that of the leader.
        private final IntList above = new IntList();
        /// Vertices of each branch.
        private final int[] size;
        /// Hops down each branch to what is farthest there, and by another way down.
        private final int[] deepest;

        private final int[] second;

        Tree(int root) {
            vertices.add(root);
            above.add(-1);
            for (int i = 0; i < vertices.size(); i++) {
                for (int f = first[vertices.get(i)]; f >= 0; f = next[f]) {
                    if (how[f] == Representatives.BRANCH) {
                        vertices.add(f);
                        above.add(i);
                    }
                }
            }
            this.size = new int[vertices.size()];
            this.deepest = new int[vertices.size()];
            this.second = new int[vertices.size()];
            Arrays.fill(size, 1);
            for (int i = vertices.size() - 1; i > 0; i--) {
                add(i, above.get(i));
            }
        }

        private void add(int branch, int leader) {
            int hops = deepest[branch] + 1;
            size[leader] += size[branch];
            second[leader] = Math.max(second[leader], Math.min(hops, deepest[leader]));
            deepest[leader] = Math.max(deepest[leader], hops);
        }

        void tell(VertexSums sums) {
            int[] beyond = new int[size.length];
            long[] distanceSum = new long[size.length];
            beyond[0] = outside(sums);
            distanceSum[0] = sums.distanceSum();
            VertexSums pendant = null;
            int ofWhom = -1;
            for (int i = 1; i < size.length; i++) {
                int leader = above.get(i);
                int beside = deepest[leader] == deepest[i] + 1 ? second[leader] : deepest[leader];
                beyond[i] = 1 + Math.max(beyond[leader], beside);
                distanceSum[i] = distanceSum[leader] + sums.reached() - 2L * size[i];
                boolean shared = size[i] == 1 && leader == ofWhom;
                VertexSums row = shared
                        ? pendant
                        : new VertexSums(sums.reached(), distanceSum[i], Double.NaN, Math.max(beyond[i], deepest[i]));
                if (size[i] == 1) {
                    pendant = row;
                    ofWhom = leader;
                }
                rows.put(vertices.get(i), row);
            }
        }

        /// Nothing depends on it where the root has two ways down as long as that, or longer.
        private int outside(VertexSums sums) {
            if (sums.eccentricity() > deepest[0]) {
                return sums.eccentricity();
            }
            if (sums.reached() == size[0]) {
                return 0;
            }
            return deepest[0] == 1 || deepest[0] == second[0] ? 1 : outside.hops(vertices.get(0));
        }
    }
}
