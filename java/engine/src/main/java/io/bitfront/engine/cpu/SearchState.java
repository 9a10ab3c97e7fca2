package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// What one traversal knows, allocated once and reused: levels, visited vertices, and the frontier either as a window
/// of the queue or as a bitmap. 8 bytes per vertex and 6 bits per vertex, on the heap, whose arrays check the vertices
/// of a damaged graph.
///
/// A vertex is *closed* where no edge leads to it: it counts as visited from the start, so that a pull skips it, as it
/// does the bits beyond the last vertex. *Open* vertices are the others not yet visited.
final class SearchState {
    /// The share of all vertices up to which what was visited is better told by the queue than by a pass over all.
    private static final int LISTED = 16;

    private static final int ALL = Integer.MAX_VALUE;
    private static final int UNKNOWN = -1;

    /// Words of a bitmap that one worker takes at a time; 8,192 vertices.
    static final int GRAIN = 128;

    /// Bytes that the cache of one core holds.
    private static final long OWN_CACHE = 2 << 20;

    final Workers workers;
    final Adjacency out;
    final Adjacency in;
    final DegreeTable degrees;
    final int vertexCount;
    /// Whether lists, levels and queue are no more than a core has as its own.
    final boolean fitsOneCache;
    /// Words of a bitmap.
    final int words;
    /// Negative where a vertex was not visited; not final where a [PushRegion] is under way.
    final int[] level;
    /// Visited vertices and closed ones. A [PushRegion] and a [ThinPush] go by [#level] instead and leave the bitmap
    /// behind, until [#markVisited].
    final long[] visited;
    /// The frontier where it is not in the queue.
    long[] frontier;
    /// Receives the next frontier; every word of it is written.
    long[] next;
    /// Frontiers one after another since the last bitmap frontier; the current one is `[begin, end)`. One entry more
    /// than there are vertices. Not all of it is the frontier of some level, where vertices were found twice.
    final int[] queue;
    /// Per worker room for the vertices of one piece of work.
    final int[][] scratch;

    /// Vertices found by the step.
    final Tally found;
    /// Edges out of vertices found by the step.
    final Tally edges;

    /// Level being found.
    int depth;
    boolean inQueue;
    int begin;
    int end;
    long frontierVertices;
    /// Edges out of the frontier.
    long frontierEdges;
    /// Edges out of the frontier before, by which this one was found; 1 for the source.
    long edgesBefore;
    long openVertices;
    /// Edges out of open vertices.
    long openEdges;

    private final long[] closed;
    private final long openVerticesAtStart;
    private final long openEdgesAtStart;
    private final AtomicInteger gathered = new AtomicInteger();
    /// Whether all that was visited since the last reset is in the queue, from its first entry.
    private boolean allInQueue;
    /// Where in the queue those vertices begin that [#visited] may lack: [#ALL] where it lacks none, [#UNKNOWN] where
    /// not all that it lacks are in the queue.
    private int marked = ALL;

    SearchState(Graph graph, Workers workers) {
        this.workers = workers;
        vertexCount = graph.vertexCount();
        if (graph.hubs().length() != vertexCount) {
            throw new IllegalStateException("corrupt graph: %,d hubs for %,d vertices"
                    .formatted(graph.hubs().length(), vertexCount));
        }
        out = new Adjacency(graph.out(), workers);
        in = graph.directed() ? new Adjacency(graph.in(), workers) : out;
        fitsOneCache = Integer.BYTES * (out.edgeCount() + 3L * vertexCount) <= OWN_CACHE;
        degrees = new DegreeTable(in, vertexCount, workers);
        words = (int) ((vertexCount + 63L) / 64);
        level = new int[vertexCount];
        visited = new long[words];
        frontier = new long[words];
        next = new long[words];
        queue = new int[vertexCount + 1];
        scratch = new int[workers.threads()][64 * GRAIN];
        found = new Tally(workers.threads());
        edges = new Tally(workers.threads());
        closed = new long[words];
        long address = Adjacency.address(graph.hubs());
        workers.forRange(0, words, GRAIN, (worker, from, to) -> {
            for (int w = (int) from; w < to; w++) {
                closed[w] = closedBits(address, w);
                found.add(worker, Long.bitCount(~closed[w]));
                edges.add(worker, edgesOf(w, ~closed[w]));
            }
        });
        openVerticesAtStart = found.take();
        openEdgesAtStart = edges.take();
    }

    private long closedBits(long hubs, int word) {
        long bits = 0;
        for (int i = 0; i < 64; i++) {
            long v = 64L * word + i;
            if (v >= vertexCount || Adjacency.intAt(hubs, (int) v) < 0) {
                bits |= 1L << i;
            }
        }
        return bits;
    }

    /// Forgets the last traversal, at the price of what it visited where that was little and is all in the queue: its
    /// random stores cost 10 times as much a vertex as a fill.
    void reset() {
        if (allInQueue && end <= vertexCount / LISTED) {
            for (int i = 0; i < end; i++) {
                level[queue[i]] = -1;
                visited[queue[i] >> 6] = closed[queue[i] >> 6];
            }
        } else {
            workers.forRange(0, words, 8 * GRAIN, (worker, from, to) -> {
                Arrays.fill(level, (int) (64 * from), (int) Math.min(64 * to, vertexCount), -1);
                System.arraycopy(closed, (int) from, visited, (int) from, (int) (to - from));
            });
        }
        allInQueue = false;
    }

    /// Makes the next [#reset] a whole one, and forgets counts, after a step that failed half-way.
    void forget() {
        allInQueue = false;
        found.take();
        edges.take();
    }

    /// Puts the source into the frontier; after [#reset].
    void begin(int source) {
        frontierVertices = 1;
        frontierEdges = out.degree(source);
        edgesBefore = 1;
        openVertices = openVerticesAtStart;
        openEdges = openEdgesAtStart;
        if ((closed[source >> 6] >>> source & 1) == 0) {
            openVertices--;
            openEdges -= frontierEdges;
        }
        visited[source >> 6] |= 1L << source;
        level[source] = 0;
        depth = 0;
        queue[0] = source;
        begin = 0;
        end = 1;
        inQueue = true;
        allInQueue = true;
        marked = ALL;
    }

    /// From here on not all that is visited is in [#visited].
    void leaveVisited() {
        marked = Math.min(marked, end);
    }

    /// Brings [#visited] up to date; before whatever goes by it.
    void markVisited() {
        if (marked == ALL) {
            return;
        }
        if (fewUnmarked()) {
            for (int i = marked; i < end; i++) {
                visited[queue[i] >> 6] |= 1L << queue[i];
            }
        } else {
            workers.forRange(0, words, 8 * GRAIN, (worker, from, to) -> {
                for (int w = (int) from; w < to; w++) {
                    visited[w] = closed[w] | reached(w);
                }
            });
        }
        marked = ALL;
    }

    private boolean fewUnmarked() {
        return listed() && (end - marked) * 8L * workers.threads() <= vertexCount;
    }

    /// Vertices whose levels [#markVisited] would look at.
    long unmarked() {
        return marked == ALL ? 0 : fewUnmarked() ? end - marked : vertexCount;
    }

    private long reached(int word) {
        int base = word << 6;
        int count = Math.min(64, vertexCount - base);
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= (~level[base + i] >>> 31 & 1L) << i;
        }
        return bits;
    }

    /// Makes the queue long enough for all that is open, and for an entry more: the frontier moves to the front where
    /// vertices found twice took room.
    void makeRoom() {
        if (end + openVertices >= queue.length) {
            System.arraycopy(queue, begin, queue, 0, end - begin);
            end -= begin;
            begin = 0;
            allInQueue = false;
            marked = marked == ALL ? ALL : UNKNOWN;
        }
    }

    /// What the step appended to the queue, up to `newEnd`, becomes the frontier. Their levels are stored and their
    /// edges counted.
    void advanceQueue(int newEnd) {
        advanceQueue(newEnd, edges.take());
    }

    /// As [#advanceQueue(int)], where the step has added up the edges itself.
    void advanceQueue(int newEnd, long edgesOut) {
        begin = end;
        end = newEnd;
        advance(end - begin, edgesOut);
    }

    /// So many vertices that are not in the queue become the frontier; some of them may be counted twice, until
    /// [#takeBack]. The window of the queue is left free for a copy of them, while [#listed].
    void advanceElsewhere(int vertices, long edgesOut) {
        if (listed() && end <= vertexCount / LISTED - vertices) {
            begin = end;
            end += vertices;
        } else {
            begin = 0;
            end = 0;
            allInQueue = false;
            marked = UNKNOWN;
        }
        advance(vertices, edgesOut);
    }

    /// Whether all that [#visited] may lack is in the queue.
    boolean listed() {
        return marked != UNKNOWN;
    }

    /// What was counted twice in the frontier is open again.
    void takeBack(long vertices, long edgesOut) {
        frontierVertices -= vertices;
        frontierEdges -= edgesOut;
        openVertices += vertices;
        openEdges += edgesOut;
    }

    /// The vertices in [#next] become the frontier. Counts edges over them or over what is still open, whichever is
    /// less.
    void advanceBitmap() {
        long[] old = frontier;
        frontier = next;
        next = old;
        inQueue = false;
        allInQueue = false;
        long vertices = found.take();
        if (vertices == openVertices) {
            advance(vertices, openEdges);
        } else if (vertices <= openVertices / 2) {
            workers.forRange(0, words, 4 * GRAIN, (worker, from, to) -> {
                for (int w = (int) from; w < to; w++) {
                    edges.add(worker, edgesOf(w, frontier[w]));
                }
            });
            advance(vertices, edges.take());
        } else {
            workers.forRange(0, words, 4 * GRAIN, (worker, from, to) -> {
                for (int w = (int) from; w < to; w++) {
                    edges.add(worker, edgesOf(w, ~visited[w]));
                }
            });
            advance(vertices, openEdges - edges.take());
        }
    }

    private void advance(long vertices, long edgesOut) {
        frontierVertices = vertices;
        edgesBefore = frontierEdges;
        frontierEdges = edgesOut;
        openVertices -= vertices;
        openEdges -= edgesOut;
    }

    /// Edges out of the vertices of one word of a bitmap.
    private long edgesOf(int word, long vertices) {
        int base = word << 6;
        if (Long.bitCount(vertices) > 40 && base <= vertexCount - 64) {
            return out.end(base + 63) - out.start(base) - edgesOf(word, ~vertices);
        }
        long sum = 0;
        for (long bits = vertices; bits != 0; bits &= bits - 1) {
            sum += out.degree(base + Long.numberOfTrailingZeros(bits));
        }
        return sum;
    }

    /// Makes the frontier a bitmap.
    void toBitmap() {
        if (inQueue) {
            workers.forRange(
                    0, words, 64 * GRAIN, (worker, from, to) -> Arrays.fill(frontier, (int) from, (int) to, 0));
            for (int i = begin; i < end; i++) {
                frontier[queue[i] >> 6] |= 1L << queue[i];
            }
        }
    }

    /// Makes the frontier a window of the queue.
    void toQueue() {
        if (!inQueue) {
            begin = 0;
            end = gather(frontier, 0, queue);
            inQueue = true;
        }
    }

    /// Begins a queue that leaves out the frontier, where that is a bitmap.
    void beginQueue() {
        if (!inQueue) {
            begin = 0;
            end = 0;
            inQueue = true;
        }
    }

    /// Lists the vertices whose bit differs from that of `flip` (0 or -1), in no particular order.
    ///
    /// @return their number
    int gather(long[] bitmap, long flip, int[] into) {
        gathered.set(0);
        workers.forRange(0, words, 8 * GRAIN, (worker, from, to) -> {
            int count = 0;
            for (int w = (int) from; w < to; w++) {
                count += Long.bitCount(bitmap[w] ^ flip);
            }
            int at = gathered.getAndAdd(count);
            for (int w = (int) from; w < to; w++) {
                for (long bits = bitmap[w] ^ flip; bits != 0; bits &= bits - 1) {
                    into[at++] = (w << 6) + Long.numberOfTrailingZeros(bits);
                }
            }
        });
        return gathered.get();
    }
}
