package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.util.List;

/// A result that shows another one's values in its own way.
interface ResultOver extends ClosenessResult {
    ClosenessResult all();

    @Override
    default ClosenessJob job() {
        return all().job();
    }

    @Override
    default int rowCount() {
        return all().rowCount();
    }

    @Override
    default long id(int row) {
        return all().id(row);
    }

    @Override
    default VertexIds ids() {
        return all().ids();
    }

    @Override
    default double value(int row, ClosenessMeasure measure) {
        return all().value(row, measure);
    }

    @Override
    default int[] highest(int count, ClosenessMeasure measure) {
        return all().highest(count, measure);
    }

    @Override
    default List<String> notes() {
        return all().notes();
    }

    @Override
    default List<String> events() {
        return all().events();
    }

    @Override
    default long traversals() {
        return all().traversals();
    }

    @Override
    default long nanos() {
        return all().nanos();
    }
}
