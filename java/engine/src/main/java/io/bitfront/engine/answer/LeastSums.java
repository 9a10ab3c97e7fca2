package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.LongUnaryOperator;

/// What sums of hops are at least around finished searches of an undirected graph, where balls have become small.
/// Neighbours that reach r vertices differ by at most r - 2. And from any vertex one of a vertex's k neighbours is a
/// hop nearer than that vertex itself, the others a hop farther at most: its sum is no less than the mean of theirs
/// by more than (k - 2) / k of a hop from all. On the ways of a road, where k is 2, that is next to nothing. One
/// caller at a time.
public final class LeastSums {
    /// Sums that are so many hops of all above what is ruled out are not told on: balls hold what lies around, and to
    /// walk through all of it from many searches takes longer than these.
    private static final int NEAR = 8;

    /// Sums are told on down to so many hops of all below what is ruled out.
    private static final int MARGIN = 4;

    /// A mean that is larger by less than this share of a hop of all is not told on.
    private static final int STEP_SHARE = 64;

    /// Means of more neighbours say little more than the largest of them.
    private static final int FEW = 4;

    private static final byte QUEUED = 1;
    private static final byte TOLD = 2;
    private static final byte SEARCHED = 4;

    private final Csc neighbours;
    private final Reach reach;
    private final Balls balls;
    /// 0: unknown.
    private final long[] least;

    private final byte[] state;
    private int[] queue = new int[1 << 10];
    private int end;
    /// Vertices with a sum that was not ruled out yet.
    private int[] open = new int[1 << 10];

    private int openCount;
    private LongUnaryOperator mostOf;
    private long reached;
    private long mostOfReached;
    private long mostBefore;

    /// @param balls what these hold has larger sums than may be admitted
    public LeastSums(Csc neighbours, Reach reach, Balls balls) {
        this.neighbours = neighbours;
        this.reach = reach;
        this.balls = balls;
        this.least = new long[neighbours.vertexCount()];
        this.state = new byte[neighbours.vertexCount()];
    }

    /// Bytes it takes.
    public static long bytes(int vertexCount) {
        return vertexCount * (Long.BYTES + 1L);
    }

    /// A search has found a vertex's sum; [#spread] tells it on.
    public void searched(int vertex, long sum) {
        least[vertex] = sum;
        state[vertex] |= SEARCHED;
        push(vertex);
    }

    /// Tells what is known on, and what follows.
    ///
    /// @param most the largest sum with which a vertex that reaches so many is admitted; never more than before
    /// @param ruledOut is told vertices that are not searched and have larger ones, some more than once
    /// @return vertices whose sums were told on
    public int spread(LongUnaryOperator most, IntConsumer ruledOut) {
        mostOf = most;
        reached = 0;
        long ofLargest = most.applyAsLong(reach.largest());
        if (ofLargest != mostBefore) {
            mostBefore = ofLargest;
            tellOpen(ruledOut);
        }
        int told = 0;
        for (int begin = 0; begin < end; begin++) {
            int v = queue[begin];
            state[v] &= ~QUEUED;
            tell(v, ruledOut);
            if (at(v) - most(v) <= NEAR * (long) reach.most(v)) {
                tellNeighbours(v);
                told++;
            }
        }
        end = 0;
        return told;
    }

    private void tellOpen(IntConsumer ruledOut) {
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int v = open[i];
            if (least[v] > most(v)) {
                ruledOut.accept(v);
            } else {
                open[left++] = v;
            }
        }
        openCount = left;
    }

    private void tell(int v, IntConsumer ruledOut) {
        if ((state[v] & SEARCHED) != 0) {
            return;
        }
        if (least[v] > most(v)) {
            ruledOut.accept(v);
        } else if ((state[v] & TOLD) == 0) {
            state[v] |= TOLD;
            open = openCount == open.length ? Arrays.copyOf(open, 2 * openCount) : open;
            open[openCount++] = v;
        }
    }

    private void tellNeighbours(int v) {
        long all = reach.most(v);
        long next = at(v) - (all - 2);
        long floor = most(v) - MARGIN * all;
        long last = neighbours.end(v);
        for (long edge = neighbours.start(v); edge < last; edge++) {
            int w = neighbours.row(edge);
            if ((state[w] & SEARCHED) == 0) {
                // Of what balls hold, less than that says nothing new: it would be told on through all of them.
                long known = at(w);
                long mean = mean(w, all);
                long sum = Math.max(next, mean > known + all / STEP_SHARE ? mean : 0);
                if (sum > known && sum > floor) {
                    least[w] = sum;
                    push(w);
                }
            }
        }
    }

    /// What the neighbours of a vertex say together; 0 where one of them says nothing.
    private long mean(int v, long all) {
        long first = neighbours.start(v);
        long count = neighbours.end(v) - first;
        if (count > FEW) {
            return 0;
        }
        long sum = 0;
        for (long i = 0; i < count; i++) {
            long one = at(neighbours.row(first + i));
            if (one == 0) {
                return 0;
            }
            sum += one;
        }
        return (sum - (count - 2) * (all - 1) - count) / count;
    }

    private long at(int v) {
        return (state[v] & SEARCHED) == 0 && balls.holds(v) ? Math.max(least[v], most(v) + 1) : least[v];
    }

    private long most(int v) {
        long all = reach.most(v);
        if (all != reached) {
            reached = all;
            mostOfReached = mostOf.applyAsLong(all);
        }
        return mostOfReached;
    }

    private void push(int v) {
        if ((state[v] & QUEUED) == 0) {
            state[v] |= QUEUED;
            queue = end == queue.length ? Arrays.copyOf(queue, 2 * end) : queue;
            queue[end++] = v;
        }
    }
}
