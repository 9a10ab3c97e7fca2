package io.bitfront.engine.profile;

import java.util.function.IntPredicate;

/// A component that is cut into cells.
public interface CutComponent {
    /// How many of its vertices are wanted.
    long count(IntPredicate wanted);

    /// Vertices that are searched from where some vertices are wanted alone.
    int separatorCount(IntPredicate wanted);
}
