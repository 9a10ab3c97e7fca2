package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// Finds [CoveredVertices]: covers by signatures of neighbourhoods and, where one may hold the other, by the
/// lists; which are alike by a hash and, where hashes agree, by their neighbours. Lists are read whole, into
/// heap arrays.
final class CoverSearch {
    private static final long GRAIN = 1 << 10;

    /// Neighbours of a vertex's least neighbour that are looked at: one covers it, if any.
    private static final int MOST_LOOKS = 1 << 10;

    /// Entries of candidates' lists that are looked at for a vertex, and the least of them for one of few neighbours:
    /// signatures of many neighbours are full, and rule nothing out. Covers that are missed only cost a search.
    private static final long MOST_READ_SHARE = 16;

    private static final long LEAST_READ = 1 << 14;

    /// A list so many times as long is searched for each vertex of the shorter one.
    private static final int SEARCHED_SHARE = 16;

    /// Vertices that are looked at first where there are so many times as many: of random graphs and meshes
    /// next to none is covered, and all lists would be read for it.
    private static final int SAMPLE = 512;

    private static final int SAMPLED_SHARE = 16;

    /// Where fewer than one in so many of those is covered, the others are not looked at.
    private static final int LEAST_SHARE = 32;

    /// Longs of a signature: a bit for each neighbour and the vertex itself.
    private static final int WORDS = 4;

    private static final int NONE = CoveredVertices.NONE;
    private static final byte BY_STRANGER = 1;
    private static final byte BY_NEIGHBOUR = 2;

    private final Csc neighbours;
    private final Workers workers;
    private final BooleanSupplier stop;
    private final int n;
    private final int[] degree;
    private final byte[] how;
    private final int[] first;
    /// Room of each worker.
    private final Lists[] ofWorker;

    private long[] signatures;

    /// @param stop asked now and then
    CoverSearch(Csc neighbours, Workers workers, BooleanSupplier stop) {
        this.stop = stop;
        this.neighbours = neighbours;
        this.workers = workers;
        this.n = neighbours.vertexCount();
        this.degree = new int[n];
        this.how = new byte[n];
        this.first = new int[n];
        this.ofWorker = new Lists[workers.threads()];
        Arrays.setAll(ofWorker, worker -> new Lists());
    }

    static long bytes(long vertexCount) {
        return vertexCount * (WORDS * Long.BYTES + 2 * Integer.BYTES + 1);
    }

    /// @return of each vertex the first that is alike, [CoveredVertices#NONE] of a core vertex
    /// @throws CancellationException where it was given up
    int[] find() {
        each((v, lists) -> degree[v] = neighbours.degree(v));
        boolean tooMany = n > Integer.MAX_VALUE / WORDS;
        if (tooMany || n >= SAMPLE * SAMPLED_SHARE && hardlyAnyIsCovered()) {
            Arrays.fill(first, NONE);
            return first;
        }
        signatures = new long[n * WORDS];
        each(this::sign);
        each(this::cover);
        each(this::decide);
        signatures = null;
        findAlike();
        return first;
    }

    /// What is done for a vertex, with the worker's lists.
    @FunctionalInterface
    private interface Visit {
        void vertex(int v, Lists lists);
    }

    private void each(Visit visit) {
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            GivenUp.check(stop);
            for (int v = (int) begin; v < end; v++) {
                visit.vertex(v, ofWorker[worker]);
            }
        });
    }

    /// Room for lists of neighbours.
    private final class Lists {
        private int[] own = new int[1 << 10];
        private int[] other = new int[1 << 10];
        /// Whose core neighbours are in `other`, and how many they are.
        private int compared = NONE;

        private int comparedCount;

        /// Entries that may still be looked at for the vertex whose neighbours are in `own`.
        private long left;

        /// @return how many neighbours of a vertex are in [#own] now
        int readOwn(int v) {
            int count = degree[v];
            own = count > own.length ? new int[2 * count] : own;
            neighbours.rowIndex().read(neighbours.start(v), own, 0, count);
            left = Math.max(LEAST_READ, MOST_READ_SHARE * count);
            return count;
        }

        int readOther(int v, int most) {
            int count = Math.min(degree[v], most);
            other = count > other.length ? new int[2 * count] : other;
            neighbours.rowIndex().read(neighbours.start(v), other, 0, count);
            return count;
        }
    }

    private boolean hardlyAnyIsCovered() {
        int sampled = 0;
        int covered = 0;
        for (int i = 0; i < SAMPLE; i++) {
            int v = (int) ((long) i * n / SAMPLE);
            if (degree[v] > 0) {
                cover(v, ofWorker[0]);
                sampled++;
                covered += how[v] != 0 ? 1 : 0;
            }
        }
        return covered * LEAST_SHARE < sampled;
    }

    private void sign(int v, Lists lists) {
        int count = lists.readOwn(v);
        set(v, v);
        for (int i = 0; i < count; i++) {
            set(v, lists.own[i]);
        }
    }

    private void set(int v, int member) {
        int bit = bit(member);
        signatures[v * WORDS + bit / Long.SIZE] |= 1L << bit;
    }

    private static int bit(int vertex) {
        return (int) (CounterHash.draw(0, vertex) >>> (Long.SIZE - Byte.SIZE));
    }

    /// How a vertex is covered, by the first cover that is met.
    private void cover(int v, Lists lists) {
        int count = lists.readOwn(v);
        if (count == 0) {
            return;
        }
        int least = lists.own[0];
        for (int i = 1; i < count; i++) {
            least = degree[lists.own[i]] < degree[least] ? lists.own[i] : least;
        }
        byte found = covers(least, v, lists);
        if (found == 0) {
            int looks = lists.readOther(least, MOST_LOOKS);
            int[] candidates = lists.other;
            for (int i = 0; found == 0 && i < looks && lists.left > 0; i++) {
                found = covers(candidates[i], v, lists);
            }
        }
        how[v] = found;
    }

    /// Of two neighbours that are covered by none of theirs, as far as is known, the one with more neighbours
    /// is left in the core.
    private void decide(int v, Lists lists) {
        boolean covered = how[v] != 0;
        if (how[v] == BY_STRANGER) {
            int count = lists.readOwn(v);
            boolean yields = false;
            for (int i = 0; i < count; i++) {
                int w = lists.own[i];
                yields |= how[w] == BY_STRANGER && (degree[w] < degree[v] || degree[w] == degree[v] && w < v);
            }
            covered = !yields || isCoveredByNeighbour(v, count, lists);
        }
        first[v] = covered ? v : NONE;
    }

    private boolean isCoveredByNeighbour(int v, int count, Lists lists) {
        for (int i = 0; i < count && lists.left > 0; i++) {
            if (covers(lists.own[i], v, lists) == BY_NEIGHBOUR) {
                return true;
            }
        }
        return false;
    }

    /// How one vertex covers another; 0 where it does not.
    ///
    /// @param lists hold the other's neighbours
    private byte covers(int cover, int v, Lists lists) {
        int more = degree[cover] - degree[v];
        boolean may = cover != v && (more > 0 || more == 0 && cover < v) && mayHold(cover, v);
        return may ? held(cover, v, lists) : 0;
    }

    /// Whether a vertex's neighbours may be among another's and that one, by their signatures. The vertex's own bit is
    /// in its signature, too, and says nothing. Any may before there are signatures.
    private boolean mayHold(int cover, int v) {
        if (signatures == null) {
            return true;
        }
        long missing = 0;
        int own = bit(v);
        for (int w = 0; w < WORDS; w++) {
            long without = w == own / Long.SIZE ? ~(1L << own) : -1;
            missing |= signatures[v * WORDS + w] & without & ~signatures[cover * WORDS + w];
        }
        return missing == 0;
    }

    /// How one covers the other, by their lists.
    private byte held(int cover, int v, Lists lists) {
        long at = neighbours.start(cover);
        long end = neighbours.end(cover);
        boolean searches = degree[cover] > SEARCHED_SHARE * (long) degree[v];
        byte by = BY_STRANGER;
        for (int i = 0; i < degree[v]; i++) {
            int w = lists.own[i];
            lists.left--;
            if (w == cover) {
                by = BY_NEIGHBOUR;
                continue;
            }
            long from = at;
            at = searches ? neighbours.firstAtLeast(at, end, w) : walk(at, end, w);
            lists.left -= searches ? 0 : at - from;
            if (at == end || neighbours.row(at) != w) {
                return 0;
            }
        }
        return by;
    }

    private long walk(long from, long end, int vertex) {
        long at = from;
        while (at < end && neighbours.row(at) < vertex) {
            at++;
        }
        return at;
    }

    private void findAlike() {
        long[] hash = new long[n];
        each((v, lists) -> hash[v] = first[v] == NONE ? 0 : hash(v, lists));
        new HashGroups(hash, v -> first[v] != NONE)
                .join(workers, (worker, v, other) -> first[other] == other && joins(v, other, ofWorker[worker]));
    }

    /// Joins a vertex to one whose core neighbours it has. That one's list stays where it is for the
    /// next: it may be a hub's, and all that follow it are compared with it.
    private boolean joins(int v, int other, Lists lists) {
        int all = lists.readOwn(v);
        int count = inCore(lists.own, all);
        if (lists.compared != other) {
            int read = lists.readOther(other, Integer.MAX_VALUE);
            lists.compared = other;
            lists.comparedCount = inCore(lists.other, read);
        }
        boolean alike = Arrays.equals(lists.own, 0, count, lists.other, 0, lists.comparedCount);
        if (alike) {
            first[v] = other;
        }
        return alike;
    }

    /// Moves the core vertices of a list to its front.
    ///
    /// @return how many those are
    private int inCore(int[] list, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (first[list[i]] == NONE) {
                list[kept++] = list[i];
            }
        }
        return kept;
    }

    private long hash(int v, Lists lists) {
        int count = lists.readOwn(v);
        long hash = 0;
        for (int i = 0; i < count; i++) {
            hash += first[lists.own[i]] == NONE ? FollowerSearch.mix(lists.own[i]) : 0;
        }
        return hash;
    }
}
