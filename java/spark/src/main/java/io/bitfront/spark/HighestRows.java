package io.bitfront.spark;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.util.AccumulatorV2;

/// The rows of the highest values by the first measure, ties by ascending id, gathered from the tasks: never more than
/// asked for are held.
final class HighestRows extends AccumulatorV2<HighestRows.Row, List<HighestRows.Row>> {
    private static final long serialVersionUID = 1;

    private static final Comparator<Row> HIGHEST_FIRST =
            Comparator.<Row>comparingDouble(row -> row.values()[0]).reversed().thenComparingLong(Row::id);

    private final int most;
    private final ArrayList<Row> rows = new ArrayList<>();

    /// @param name of the vertex; null where vertices are numbers
    /// @param values those of the measures, then of a sample their standard errors
    record Row(long id, String name, double[] values) implements Serializable {}

    HighestRows(int most) {
        this.most = most;
    }

    /// Offers the highest rows of a part of the result.
    void offer(ClosenessResult part) {
        List<ClosenessMeasure> measures = part.job().measures();
        boolean sampled = part.job().sampled();
        for (int row : part.highest(Math.min(most, part.rowCount()), measures.getFirst())) {
            double[] values = new double[measures.size() * (sampled ? 2 : 1)];
            for (int m = 0; m < measures.size(); m++) {
                values[m] = part.value(row, measures.get(m));
                if (sampled) {
                    values[measures.size() + m] = part.standardError(row, measures.get(m));
                }
            }
            long id = part.id(row);
            add(new Row(id, part.ids().named() ? part.ids().text(id) : null, values));
        }
    }

    @Override
    public void add(Row row) {
        rows.add(row);
        if (rows.size() >= 2L * most) {
            cut();
        }
    }

    private void cut() {
        rows.sort(HIGHEST_FIRST);
        if (rows.size() > most) {
            rows.subList(most, rows.size()).clear();
        }
    }

    @Override
    public void merge(AccumulatorV2<Row, List<Row>> other) {
        other.value().forEach(this::add);
    }

    /// Highest first.
    @Override
    public List<Row> value() {
        cut();
        return List.copyOf(rows);
    }

    @Override
    public boolean isZero() {
        return rows.isEmpty();
    }

    @Override
    public HighestRows copy() {
        HighestRows copy = new HighestRows(most);
        copy.rows.addAll(rows);
        return copy;
    }

    @Override
    public void reset() {
        rows.clear();
    }
}
