package io.bitfront.cli.output;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/// A value per row of a closeness result, as files, tables and JSON objects show it.
///
/// @param integral whether the values are whole numbers
/// @param value of a row; NaN for what a sample does not tell
public record ClosenessColumn(String name, boolean integral, IntToDoubleFunction value) {
    private static final String ERROR = "_error";

    /// The measures by their names, then, of a sample, their standard errors: `wf_error` of `wf`.
    public static List<ClosenessColumn> of(ClosenessResult result) {
        boolean sampled = result.job().sampled();
        List<ClosenessColumn> columns = new ArrayList<>();
        for (ClosenessMeasure measure : result.job().measures()) {
            columns.add(new ClosenessColumn(
                    measure.word(), measure.integral() && !sampled, row -> result.value(row, measure)));
        }
        if (sampled) {
            for (ClosenessMeasure measure : result.job().measures()) {
                columns.add(new ClosenessColumn(
                        measure.word().replace('-', '_') + ERROR, false, row -> result.standardError(row, measure)));
            }
        }
        return columns;
    }

    /// The value of a row.
    double of(int row) {
        return value.applyAsDouble(row);
    }

    /// The value of a row as a [Long] or [Double], null for what a sample does not tell.
    public Number number(int row) {
        double found = of(row);
        if (Double.isNaN(found)) {
            return null;
        }
        return integral ? (Number) (long) found : (Number) found;
    }
}
