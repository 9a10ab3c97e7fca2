package io.bitfront.spark;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.util.AccumulatorV2;

/// The rows of the highest values by the first measure, ties by ascending id, gathered from the tasks: never more than
/// asked for are held. Any thread: tasks add while another one tells the driver what there is.
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
        synchronized (rows) {
            rows.add(row);
            if (rows.size() >= 2L * most) {
                List<Row> highest = value();
                rows.clear();
                rows.addAll(highest);
            }
        }
    }

    @Override
    public void merge(AccumulatorV2<Row, List<Row>> other) {
        // Ahead of the lock: two may be merged into each other.
        List<Row> theirs = other.value();
        synchronized (rows) {
            theirs.forEach(this::add);
        }
    }

    /// Highest first.
    @Override
    public List<Row> value() {
        synchronized (rows) {
            return rows.stream().sorted(HIGHEST_FIRST).limit(most).toList();
        }
    }

    @Override
    public boolean isZero() {
        synchronized (rows) {
            return rows.isEmpty();
        }
    }

    @Override
    public HighestRows copy() {
        HighestRows copy = new HighestRows(most);
        synchronized (rows) {
            copy.rows.addAll(rows);
        }
        return copy;
    }

    @Override
    public void reset() {
        synchronized (rows) {
            rows.clear();
        }
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        synchronized (rows) {
            out.defaultWriteObject();
        }
    }
}
