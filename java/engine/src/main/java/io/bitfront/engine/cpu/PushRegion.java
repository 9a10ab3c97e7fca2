package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Top-down levels one after another in one parallel step, for deep graphs, whose levels are so short that
/// beginning and ending a step for each costs more than their edges.
///
/// The frontier of a level is cut into equal parts, as many as workers have come so far, or fewer where it is
/// small. What a part finds stays in a buffer of its own; the frontier of the next level is all buffers one after
/// another, so that a worker mostly goes on from what it found itself. Whoever ends the last part of a level adds
/// up, asks whether to go on, and opens the next by one store to [#TURN], which all others watch.
///
/// Nobody waits for a worker that has not come, or that the system has put off between two levels: each part is
/// claimed, mostly by the worker whose number it has, and after [#PATIENCE] looks by whoever waits.
///
/// Nothing is atomic about a vertex. A part that finds one with no level stores its own mark there ([#mark]) and
/// keeps the vertex in its buffer; so may another part at the same time, and the last store stays. Whoever takes the
/// vertex from a buffer as the next level begins drops it unless the mark is that buffer's: of all buffers with this
/// vertex one is. Until then it counts as often as it was found. All stores of marks and the looks whether one stayed
/// are opaque: all see the same last one.
final class PushRegion {
    /// Who is told of levels.
    interface Levels {
        /// After each level, by any worker.
        ///
        /// @return whether to go on with another
        boolean ended();

        /// Of the frontier of `level`, of which [#ended] was told, so much was counted twice.
        void takeBack(int level, long vertices, long edges);
    }

    private static final VarHandle LEVEL = MethodHandles.arrayElementVarHandle(int[].class);

    /// Edges a vertex of the frontier up to which a region is worth trying.
    static final int MOST_EDGES = 32;
    /// Of the graph's vertices that a frontier's edges may be, so that its finds take little room,
    private static final int SHARE = 32;

    /// and edges that may be more on a small graph, where steps apart from each other wait for each
    /// other's claims: with 16 threads an rgg of 2^16 takes 1.5 ms for 4.8, one of 2^18 3.0 for 5.0.
    private static final int FEW_FINDS = 1 << 15;

    /// Looks at [#TURN] after which a waiting worker takes parts that nobody has begun; some microseconds.
    private static final int PATIENCE = 64;
    /// Looks after which it sleeps between two: whoever has the missing part was put off, or it is a long one.
    private static final int SPINS = 8_000;

    private static final long NAP_NANOS = 20_000;
    /// Looks for helpers before the first level.
    private static final int WELCOME = 64;

    /// Queue entries whose rows are fetched before they are walked.
    private static final int BLOCK = 64;

    /// Between words of [#shared] that different workers write: two cache lines, which are fetched in pairs.
    private static final int STRIDE = 16;
    /// Number of the level in the upper 44 bits, its parts in the others.
    private static final int TURN = STRIDE;
    /// Parts of the level that have ended.
    private static final int DONE = 2 * STRIDE;
    /// Workers that have come.
    private static final int JOINED = 3 * STRIDE;
    /// Of the first part: the last level it was claimed for, and what it found.
    private static final int CLAIMED = 4 * STRIDE;

    private static final int FOUND = CLAIMED + 1;
    private static final int EDGES = CLAIMED + 2;
    /// Of the frontier that it began with, what it dropped.
    private static final int DROPPED = CLAIMED + 3;

    private static final int DROPPED_EDGES = CLAIMED + 4;

    private static final int PARTS_BITS = 20;
    /// In place of the number of parts, once the region is over.
    private static final int OVER = (1 << PARTS_BITS) - 1;

    private final SearchState state;
    private final SparsePush push;
    /// Fewest vertices worth a worker.
    private final int least;
    private final Tally touched;
    private final AtomicLongArray shared;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    /// By part, what the last level found and what this one finds.
    private int[][] last;

    private int[][] finds;
    /// Vertices of the frontier before each buffer of [#last].
    private final int[] before;

    /// Buffers that hold the frontier; 0 where the queue does.
    private int buffers;

    private Levels levels;

    PushRegion(SearchState state, SparsePush push, int least) {
        this.state = state;
        this.push = push;
        this.least = least;
        int threads = state.workers.threads();
        touched = new Tally(threads);
        shared = new AtomicLongArray(CLAIMED + threads * STRIDE);
        last = new int[threads][BLOCK];
        finds = new int[threads][BLOCK];
        before = new int[threads + 1];
    }

    /// Edges that a frontier may have.
    static long mostEdges(int vertices) {
        return Math.max(FEW_FINDS, vertices / SHARE);
    }

    /// Most bytes of the buffers of two levels of a graph, each up to twice as large as it need be.
    static long bytes(int vertices, long edges) {
        return 2 * 2L * Integer.BYTES * Math.min(edges, mostEdges(vertices));
    }

    /// Runs a level, and others while `levels` says so; the frontier is in the queue only after the last.
    void run(Levels told) {
        state.toQueue();
        state.leaveVisited();
        levels = told;
        buffers = 0;
        shared.set(JOINED, 1);
        open(0);
        state.workers.withThoseThere(this::serve);
        Throwable thrown = failure.getAndSet(null);
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
        settle();
    }

    private void serve(int worker) {
        int mine = 0;
        if (worker == 0) {
            welcome();
            proceed(0);
        } else {
            mine = (int) shared.getAndIncrement(JOINED);
        }
        long turn = await(0);
        while (parts(turn) != OVER) {
            if (mine < parts(turn) && claim(mine, turn)) {
                runPart(mine, parts(turn));
            }
            turn = await(turn);
        }
    }

    /// Those who wait for a step as it begins are there at once.
    private void welcome() {
        for (int i = 0; i < WELCOME && shared.get(JOINED) < state.workers.threads(); i++) {
            Thread.onSpinWait();
        }
    }

    private long await(long seen) {
        for (int looks = 0; ; looks++) {
            long turn = shared.get(TURN);
            if (turn != seen) {
                return turn;
            }
            if (looks == PATIENCE) {
                takeOver(seen);
            } else if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        }
    }

    /// Runs all parts of a level that nobody has begun.
    private void takeOver(long turn) {
        for (int part = 0; part < parts(turn); part++) {
            if (claim(part, turn)) {
                runPart(part, parts(turn));
            }
        }
    }

    /// Whether the part is the caller's. It is nobody's in a level that is over: all its parts were claimed.
    private boolean claim(int part, long turn) {
        int at = CLAIMED + part * STRIDE;
        long claimed = shared.get(at);
        return claimed < turn >>> PARTS_BITS && shared.compareAndSet(at, claimed, turn >>> PARTS_BITS);
    }

    private static int parts(long turn) {
        return (int) turn & OVER;
    }

    private void open(int parts) {
        shared.set(DONE, 0);
        shared.set(TURN, ((shared.get(TURN) >>> PARTS_BITS) + 1 << PARTS_BITS) + parts);
    }

    private void runPart(int part, int parts) {
        try {
            push(part, parts);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
        if (shared.incrementAndGet(DONE) == parts) {
            proceed(parts);
        }
    }

    /// Opens the next level, if there is one; by one worker, while no part is under way.
    ///
    /// @param ended parts of the level that has ended, 0 before the first
    private void proceed(int ended) {
        int parts = OVER;
        try {
            parts = next(ended);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
        open(parts);
    }

    /// @return the parts of the next level, after levels too short to be cut, which are run here and now
    private int next(int ended) {
        int parts = ended;
        do {
            if (parts > 0) {
                if (failure.get() != null) {
                    return OVER;
                }
                advance(parts);
                if (!levels.ended()) {
                    return OVER;
                }
            }
            state.depth++;
            parts = (int) Math.clamp(state.frontierVertices / least, 1, shared.get(JOINED));
            if (parts == 1) {
                push(0, 1);
            }
        } while (parts == 1);
        return parts;
    }

    private void advance(int parts) {
        int found = 0;
        long edges = 0;
        long dropped = 0;
        long droppedEdges = 0;
        for (int part = 0; part < parts; part++) {
            int at = part * STRIDE;
            before[part] = found;
            found += (int) shared.getPlain(FOUND + at);
            edges += shared.getPlain(EDGES + at);
            dropped += shared.getPlain(DROPPED + at);
            droppedEdges += shared.getPlain(DROPPED_EDGES + at);
        }
        before[parts] = found;
        buffers = parts;
        int[][] swapped = last;
        last = finds;
        finds = swapped;
        takeBack(state.depth - 1, dropped, droppedEdges);
        state.advanceElsewhere(found, edges);
    }

    private void takeBack(int level, long vertices, long edges) {
        if (vertices > 0) {
            state.takeBack(vertices, edges);
            levels.takeBack(level, vertices, edges);
        }
    }

    /// Puts the frontier into the queue, with its levels.
    private void settle() {
        shared.setPlain(DROPPED, 0);
        shared.setPlain(DROPPED_EDGES, 0);
        int end = buffers == 0 ? state.end : state.begin;
        for (int buffer = 0; buffer < buffers; buffer++) {
            end = keep(0, buffer, 0, before[buffer + 1] - before[buffer], state.depth, state.queue, end);
        }
        state.end = end;
        takeBack(state.depth, shared.getPlain(DROPPED), shared.getPlain(DROPPED_EDGES));
    }

    private static int mark(int part) {
        return Integer.MAX_VALUE - part;
    }

    /// Appends to `into`, which has room for one more, those of a buffer's vertices `[from, to)` whose mark stayed, and
    /// stores their level; adds up the others for `part`.
    ///
    /// @return the new end of `into`
    private int keep(int part, int buffer, int from, int to, int depth, int[] into, int end) {
        int[] level = state.level;
        int[] vertices = last[buffer];
        int mark = mark(buffer);
        int kept = end;
        for (int i = from; i < to; i++) {
            int v = vertices[i];
            if ((int) LEVEL.getOpaque(level, v) == mark) {
                level[v] = depth;
                into[kept++] = v;
            } else {
                int at = part * STRIDE;
                shared.setPlain(DROPPED + at, shared.getPlain(DROPPED + at) + 1);
                shared.setPlain(DROPPED_EDGES + at, shared.getPlain(DROPPED_EDGES + at) + state.out.degree(v));
            }
        }
        return kept;
    }

    private void push(int part, int parts) {
        long vertices = state.frontierVertices;
        int from = (int) (vertices * part / parts);
        int to = (int) (vertices * (part + 1) / parts);
        shared.setPlain(DROPPED + part * STRIDE, 0);
        shared.setPlain(DROPPED_EDGES + part * STRIDE, 0);
        int found = buffers == 0 ? pushQueued(part, from, to) : pushBuffered(part, from, to);
        shared.setPlain(FOUND + part * STRIDE, found);
        shared.setPlain(EDGES + part * STRIDE, edges(finds[part], found));
    }

    private int pushQueued(int part, int from, int to) {
        int found = 0;
        for (int block = from; block < to; block += BLOCK) {
            found = push(part, state.queue, state.begin + block, state.begin + Math.min(block + BLOCK, to), found);
        }
        return found;
    }

    private int pushBuffered(int part, int from, int to) {
        int found = 0;
        for (int buffer = 0; buffer < buffers && before[buffer] < to; buffer++) {
            int end = Math.min(to, before[buffer + 1]);
            for (int block = Math.max(from, before[buffer]); block < end; block += BLOCK) {
                found = pushBlock(part, buffer, block, Math.min(block + BLOCK, end), found);
            }
        }
        return found;
    }

    /// Those of the frontier's vertices `[from, to)`, all in one buffer. The window of the queue has them all, those
    /// found twice as well: each was visited.
    private int pushBlock(int part, int buffer, int from, int to, int foundBefore) {
        int first = from - before[buffer];
        int count = to - from;
        if (state.listed()) {
            System.arraycopy(last[buffer], first, state.queue, state.begin + from, count);
        }
        int[] block = state.scratch[part];
        int kept = keep(part, buffer, first, first + count, state.depth - 1, block, 0);
        return push(part, block, 0, kept, foundBefore);
    }

    private int push(int part, int[] frontier, int from, int to, int foundBefore) {
        touched.add(part, state.out.touch(frontier, from, to));
        return push.fewEdges()
                ? followFew(part, frontier, from, to, foundBefore)
                : follow(part, frontier, from, to, foundBefore);
    }

    private int follow(int part, int[] frontier, int from, int to, int foundBefore) {
        Adjacency out = state.out;
        int[] level = state.level;
        int[] mine = finds[part];
        int mark = mark(part);
        int found = foundBefore;
        for (int i = from; i < to; i++) {
            long first = out.start(frontier[i]);
            int rows = out.rows(first, frontier[i]);
            for (int row = 0; row < rows; row++) {
                int v = out.row(first + row);
                if (level[v] < 0) {
                    LEVEL.setOpaque(level, v, mark);
                    if (found == mine.length) {
                        mine = withRoom(part, found, 1);
                    }
                    mine[found++] = v;
                }
            }
        }
        return found;
    }

    /// No branch depends on what was visited: lists all neighbours that seem not to be, then marks these. Where one
    /// has a mark by then, it is this level's, as it had none when it was listed, and may be stored again: whoever
    /// stored it has the vertex.
    private int followFew(int part, int[] frontier, int from, int to, int foundBefore) {
        Adjacency out = state.out;
        int[] level = state.level;
        long edges = 1;
        for (int i = from; i < to; i++) {
            edges += out.degree(frontier[i]);
        }
        int[] mine = withRoom(part, foundBefore, edges);
        int end = foundBefore;
        for (int i = from; i < to; i++) {
            int u = frontier[i];
            for (long edge = out.start(u), last = out.end(u); edge < last; edge++) {
                int v = out.row(edge);
                mine[end] = v;
                end += level[v] >>> 31;
            }
        }
        int mark = mark(part);
        int found = foundBefore;
        for (int i = foundBefore; i < end; i++) {
            int v = mine[i];
            int before = level[v];
            mine[found] = v;
            LEVEL.setOpaque(level, v, before < 0 ? mark : before);
            found += before >>> 31;
        }
        return found;
    }

    /// Edges out of the first vertices, so many.
    private long edges(int[] vertices, int count) {
        long edges = 0;
        for (int i = 0; i < count; i++) {
            edges += state.out.degree(vertices[i]);
        }
        return edges;
    }

    /// The part's buffer, grown where it has no room for as many more.
    private int[] withRoom(int part, int found, long more) {
        if (finds[part].length < found + more) {
            finds[part] = Arrays.copyOf(finds[part], Math.toIntExact(Math.max(found + more, 2L * found)));
        }
        return finds[part];
    }
}
