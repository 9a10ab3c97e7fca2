package io.bitfront.spark;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The highest rows of a job over a cluster, highest first.
///
/// @param ids of their vertices; where these have names, of the names of these rows alone
record HighestResult(
        ClosenessJob job, List<HighestRows.Row> rows, VertexIds ids, List<String> notes, long traversals, long nanos)
        implements ClosenessResult {
    static HighestResult of(ClosenessJob job, List<HighestRows.Row> rows, long traversals, long nanos) {
        if (rows.isEmpty() || rows.getFirst().name() == null) {
            return new HighestResult(job, rows, VertexIds.numbers(), List.of(), traversals, nanos);
        }
        List<HighestRows.Row> ascending = rows.stream()
                .sorted(Comparator.comparingLong(HighestRows.Row::id))
                .toList();
        Map<Long, Long> ranks = new HashMap<>();
        ascending.forEach(row -> ranks.put(row.id(), (long) ranks.size()));
        return new HighestResult(
                job,
                rows.stream()
                        .map(row -> new HighestRows.Row(ranks.get(row.id()), row.name(), row.values()))
                        .toList(),
                VertexIds.Names.of(ascending.stream().map(HighestRows.Row::name).toList()),
                List.of(),
                traversals,
                nanos);
    }

    @Override
    public int rowCount() {
        return rows.size();
    }

    @Override
    public long id(int row) {
        return rows.get(row).id();
    }

    @Override
    public double value(int row, ClosenessMeasure measure) {
        return rows.get(row).values()[job.measures().indexOf(measure)];
    }

    @Override
    public double standardError(int row, ClosenessMeasure measure) {
        if (!job.sampled()) {
            throw new IllegalStateException("an exact job has no standard error");
        }
        return rows.get(row).values()[job.measures().size() + job.measures().indexOf(measure)];
    }

    @Override
    public int[] highest(int count, ClosenessMeasure measure) {
        if (job.measures().indexOf(measure) != 0) {
            throw new IllegalArgumentException("the highest by %s are not known: rows were gathered by %s"
                    .formatted(measure.word(), job.measures().getFirst().word()));
        }
        return IntStream.range(0, Math.min(count, rows.size())).toArray();
    }
}
