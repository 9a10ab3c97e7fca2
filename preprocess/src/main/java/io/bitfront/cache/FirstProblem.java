package io.bitfront.cache;

import io.bitfront.parallel.Workers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/// Looks at a range of indices with all workers and gives the problem at the smallest index that has one, so
/// that the answer does not depend on the number of threads.
record FirstProblem(Workers workers) {
    /// @param problemAt what is wrong at an index, or null
    /// @return null where nothing is wrong
    String of(long from, long to, long grain, LongFunction<String> problemAt) {
        AtomicLong smallest = new AtomicLong(Long.MAX_VALUE);
        workers.forRange(from, to, grain, (worker, begin, end) -> {
            for (long i = begin; i < end && i < smallest.get(); i++) {
                if (problemAt.apply(i) != null) {
                    smallest.accumulateAndGet(i, Math::min);
                    return;
                }
            }
        });
        return smallest.get() == Long.MAX_VALUE ? null : problemAt.apply(smallest.get());
    }
}
