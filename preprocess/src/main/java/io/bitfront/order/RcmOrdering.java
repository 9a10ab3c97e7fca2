package io.bitfront.order;

import io.bitfront.graph.Components;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/// Reverse Cuthill-McKee (paper Section 4.2): each weakly connected component from a pseudo-peripheral vertex of George
/// and Liu, neighbours by ascending degree, the whole reversed. Components are taken by their smallest vertex. Every
/// step costs what it touches, so half a million small components cost no more than one large one of their size.
/// Degrees count out- and in-edges of a directed graph.
///
/// Sizes of components say where each of them goes. Small ones are dealt out to the workers; a large one is worked on
/// by all of them, level by level. Both give the same order.
final class RcmOrdering implements Ordering {
    /// Sweeps in search of a pseudo-peripheral vertex; each one that lengthens the level structure asks for another.
    static final int MAX_SWEEPS = 6;

    /// Components from this size on are worked on by all workers.
    private static final int LARGE = 1 << 15;

    private static final VarHandle INT = ValueLayout.JAVA_INT.arrayElementVarHandle();
    private static final long GRAIN = 1 << 12;

    private final int large;

    RcmOrdering() {
        this(LARGE);
    }

    /// @param large vertices of the smallest component that all workers share
    RcmOrdering(int large) {
        this.large = large;
    }

    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        IntArray oldIdOf = IntArray.allocate(arena, out.vertexCount(), "permutation");
        int connected = IsolatedLast.list(out, in, oldIdOf, workers);
        try (Arena scratch = Arena.ofShared();
                Progress.Phase phase = progress.start("rcm", connected, "vertex")) {
            IntArray met = IntArray.allocate(scratch, out.vertexCount(), "vertices met");
            RcmGraph graph = new RcmGraph(out, in, oldIdOf, met);
            IntArray sizes = sizes(graph, scratch, workers);
            List<Component> left = orderSmall(graph, sizes, workers, phase);
            LevelSearch search = new LevelSearch(graph, workers);
            for (Component component : left) {
                search.order(component.smallest, component.base);
                phase.advance(component.size);
            }
        }
        reverse(oldIdOf, connected, workers);
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    /// @param base position of its first vertex in the list
    private record Component(int smallest, int base, int size) {}

    /// For the smallest vertex of each component the component's size, 0 for the others.
    private static IntArray sizes(RcmGraph graph, Arena scratch, Workers workers) {
        int n = graph.out().vertexCount();
        IntArray sizes = IntArray.allocate(scratch, n, "component sizes");
        try (Arena work = Arena.ofShared()) {
            IntArray labels = Components.label(graph.out(), graph.in(), work, workers);
            workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
                int[] block = new int[(int) (end - begin)];
                labels.read(begin, block, 0, block.length);
                addSizes(block, sizes);
            });
        }
        return sizes;
    }

    /// A label that turns up again and again, as that of a giant component does, is counted apart: all workers would
    /// fight over its counter.
    private static void addSizes(int[] labels, IntArray sizes) {
        int frequent = labels[labels.length / 2];
        int count = 0;
        for (int label : labels) {
            if (label == frequent) {
                count++;
            } else {
                int _ = (int) INT.getAndAdd(sizes.segment(), 0L, (long) label, 1);
            }
        }
        int _ = (int) INT.getAndAdd(sizes.segment(), 0L, (long) frequent, count);
    }

    /// Orders the components below the limit, and returns the others.
    private List<Component> orderSmall(RcmGraph graph, IntArray sizes, Workers workers, Progress.Phase phase) {
        int n = graph.out().vertexCount();
        int[] before = new int[(int) Math.ceilDiv(n, GRAIN)];
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            int sum = 0;
            for (int size : block(sizes, begin, end)) {
                sum += size > 1 ? size : 0;
            }
            before[(int) (begin / GRAIN)] = sum;
        });
        int next = 0;
        for (int i = 0; i < before.length; i++) {
            int sum = before[i];
            before[i] = next;
            next += sum;
        }
        List<Component> left = new ArrayList<>();
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            ComponentSearch search = new ComponentSearch(graph);
            int base = before[(int) (begin / GRAIN)];
            int done = 0;
            int[] block = block(sizes, begin, end);
            for (int i = 0; i < block.length; i++) {
                int size = block[i] > 1 ? block[i] : 0;
                if (size >= large) {
                    synchronized (left) {
                        left.add(new Component((int) begin + i, base, size));
                    }
                } else if (size > 0) {
                    search.order((int) begin + i, base);
                    done += size;
                }
                base += size;
            }
            phase.advance(done);
        });
        return left;
    }

    private static int[] block(IntArray sizes, long begin, long end) {
        int[] block = new int[(int) (end - begin)];
        sizes.read(begin, block, 0, block.length);
        return block;
    }

    private static void reverse(IntArray list, int length, Workers workers) {
        workers.forRange(0, length / 2, GRAIN, (worker, begin, end) -> {
            int count = (int) (end - begin);
            long mirror = length - end;
            int[] low = block(list, begin, end);
            int[] high = block(list, mirror, mirror + count);
            for (int i = 0; i < count; i++) {
                int vertex = low[i];
                low[i] = high[count - 1 - i];
                high[count - 1 - i] = vertex;
            }
            list.write(begin, low, 0, count);
            list.write(mirror, high, 0, count);
        });
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        return 3L * IntArray.BYTES * vertexCount;
    }
}
