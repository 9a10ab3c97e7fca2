package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import java.lang.foreign.Arena;
import java.util.Optional;

/// Random geometric: n = 2^scale points of the unit square, joined where they are at most 0.55 sqrt(ln n / n) apart.
/// Points, and so vertices, are those of [SortedPoints] with `key(seed, 0)` over [CellOrder.Rows] of `side` cells.
/// Squared distances are exact 64-bit integers; i - j is an edge, i < j, where `dx * dx + dy * dy <= R`:
///
///     R    = 0.3025 * ln(n) / n * 2⁶², rounded down
///     side = min(2³¹ / (sqrt(R) + 1), sqrt(n)), rounded down, at least 1
///
/// Edges come by i ascending, then j ascending; j of the same cell or the next one, then j of the three cells below.
public record GeometricGenerator(int scale, long seed) implements Generator {
    private static final int PARTITION = 1 << 14;

    public GeometricGenerator {
        Parameters.checkScale(scale);
    }

    @Override
    public String kind() {
        return "rgg";
    }

    @Override
    public int vertexCount() {
        return 1 << scale;
    }

    /// The largest squared distance of an edge, unit 2⁻⁶².
    public long squaredRadius() {
        return (long) (0.3025 * StrictMath.log(vertexCount()) / vertexCount() * 0x1p62);
    }

    private CellOrder.Rows order() {
        double widest = 0x1p31 / (Math.floor(Math.sqrt((double) squaredRadius())) + 1);
        return new CellOrder.Rows((int) Math.max(1, Math.min(widest, Math.sqrt(vertexCount()))));
    }

    @Override
    public long memoryNeeded() {
        return SortedPoints.memoryNeeded(vertexCount(), order());
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        return GeneratedEdges.undirected(new DeferredEdges(this, () -> edges(workers, progress)), this);
    }

    @Override
    public Optional<EdgeStream> stream() {
        return Optional.of(EdgeStream.plain(
                kind(), vertexCount(), 0, CounterHash.key(seed, 0), squaredRadius(), order().side(), 0));
    }

    /// A tenth more edges than are to be expected; of small graphs all pairs.
    long mostEdges() {
        long n = vertexCount();
        double expected = n * (n - 1) / 2.0 * Math.PI * squaredRadius() / 0x1p62;
        return Math.min(n * (n - 1) / 2, (long) (1.1 * expected) + (1 << 16));
    }

    private EdgeSource edges(Workers workers, Progress progress) {
        Arena arena = Arena.ofShared();
        try {
            CellOrder.Rows order = order();
            SortedPoints points = SortedPoints.draw(vertexCount(), CounterHash.key(seed, 0), order, arena, workers);
            Neighbourhoods near = new Neighbourhoods(points, order.side(), squaredRadius());
            int rows = Math.max(1, (int) ((long) order.side() * PARTITION / vertexCount()));
            int partitions = Math.ceilDiv(order.side(), rows);
            return CountedEdges.count(vertexCount(), partitions, workers, progress, (part, buffer) -> {
                        int end = Math.min(order.side(), (part + 1) * rows);
                        for (int row = part * rows; row < end; row++) {
                            near.addRow(row, buffer);
                        }
                    })
                    .owning(arena, points.heldBytes());
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// Finds the edges of one row of cells. Cells of a row are numbered in sequence, so a cell and the next one hold
    /// consecutive points, and so do the three cells below.
    private record Neighbourhoods(SortedPoints points, int side, long squaredRadius) {
        void addRow(int row, EdgeBuffer buffer) {
            IntArray start = points.cellStart();
            int first = row * side;
            for (int column = 0; column < side; column++) {
                int cell = first + column;
                int sameEnd = start.get(column + 1 < side ? cell + 2L : cell + 1L);
                int belowBegin = 0;
                int belowEnd = 0;
                if (row + 1 < side) {
                    belowBegin = start.get(column > 0 ? cell + side - 1L : cell + (long) side);
                    belowEnd = start.get(column + 1 < side ? cell + side + 2L : cell + side + 1L);
                }
                for (int i = start.get(cell); i < start.get(cell + 1L); i++) {
                    join(i, i + 1, sameEnd, buffer);
                    join(i, belowBegin, belowEnd, buffer);
                }
            }
        }

        private void join(int i, int begin, int end, EdgeBuffer buffer) {
            long x = points.x().get(i);
            long y = points.y().get(i);
            for (int j = begin; j < end; j++) {
                long dx = points.x().get(j) - x;
                long dy = points.y().get(j) - y;
                if (dx * dx + dy * dy <= squaredRadius) {
                    buffer.add(i, j);
                }
            }
        }
    }
}
