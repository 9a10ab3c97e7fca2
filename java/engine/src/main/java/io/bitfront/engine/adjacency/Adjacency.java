package io.bitfront.engine.adjacency;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The columns of a [Csc], read by absolute address, with no check of bounds or of the arena per element.
/// Nothing can lead a read astray, not even a mapped file that is rewritten meanwhile: bounds of columns are checked at
/// each read; rows are only ever used to index heap arrays, which check
/// them, or are checked by whoever asks for a column by them.
/// Whoever reads holds a [io.bitfront.cache.Graph.Use].
public final class Adjacency {
    @SuppressWarnings("restricted") // see above for why every address read is inside the graph
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final int GRAIN = 1 << 16;

    private final long starts;
    private final long rows;
    private final long edges;

    /// Takes no time that grows with the graph.
    ///
    /// @throws IllegalStateException where the first column or the last one starts or ends elsewhere than the rows
    public Adjacency(Csc csc) {
        this.starts = address(csc.columnStart().segment());
        this.rows = address(csc.rowIndex().segment());
        this.edges = csc.edgeCount();
        int n = csc.vertexCount();
        if (columnStart(0) != 0 || columnStart(n) != edges) {
            throw new IllegalStateException("corrupt graph: columns from %,d to %,d, expected from 0 to %,d"
                    .formatted(columnStart(0), columnStart(n), edges));
        }
    }

    /// Looks at all columns first.
    ///
    /// @throws IllegalStateException where a column starts outside the rows or ends before it starts
    public Adjacency(Csc csc, Workers workers) {
        this(csc);
        workers.forRange(0, csc.vertexCount(), GRAIN, (worker, begin, end) -> {
            for (int v = (int) begin; v < end; v++) {
                if (columnStart(v) > columnStart(v + 1)) {
                    throw new IllegalStateException("corrupt graph: column %,d starts at %,d and ends at %,d"
                            .formatted(v, columnStart(v), columnStart(v + 1)));
                }
            }
        });
    }

    public long edgeCount() {
        return edges;
    }

    /// Index of v's first row.
    public long start(int v) {
        return inRows(columnStart(v));
    }

    /// Index after v's last row.
    public long end(int v) {
        return inRows(columnStart(v + 1));
    }

    /// Number of v's rows, whose first is `first`: a loop over so few runs faster by an `int` than by a `long`.
    public int rows(long first, int v) {
        return Math.toIntExact(end(v) - first);
    }

    private long columnStart(int column) {
        return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, starts + ((long) column << 3));
    }

    private long inRows(long edge) {
        if (edge < 0 || edge > edges) {
            throw new IllegalStateException(
                    "corrupt graph: a column starts or ends at %,d of %,d edges; was its file changed?"
                            .formatted(edge, edges));
        }
        return edge;
    }

    public long degree(int v) {
        return end(v) - start(v);
    }

    public int row(long edge) {
        return EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, rows + (edge << 2));
    }

    /// Reads the first and the last row of every vertex in `vertices[from, to)`, one after another without waiting, so
    /// that a walk along them afterwards finds them in cache. Rows of vertices with consecutive numbers lie beside
    /// each other and are left to the processor: a chain of stars takes 49 ms for 56, one of cliques 13 for 17.
    ///
    /// @return something made of all rows read; keep it, or the reads are optimised away
    public int touch(int[] vertices, int from, int to) {
        int mix = 0;
        if (from == to || Math.abs(vertices[to - 1] - vertices[from]) < to - from) {
            return mix;
        }
        for (int i = from; i < to; i++) {
            long first = start(vertices[i]);
            long end = end(vertices[i]);
            if (first < end) {
                mix ^= row(first) ^ row(end - 1);
            }
        }
        return mix;
    }

    /// Address of an array that lives off-heap, for [#intAt].
    public static long address(IntArray array) {
        return address(array.segment());
    }

    public static int intAt(long address, int index) {
        return EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, address + ((long) index << 2));
    }

    private static long address(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("a graph's arrays must be off-heap");
        }
        return segment.address();
    }
}
