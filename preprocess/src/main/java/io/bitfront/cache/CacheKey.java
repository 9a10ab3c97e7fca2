package io.bitfront.cache;

import io.bitfront.input.ReadOptions;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;

/// What a cache was built from. A cache may stand for a graph while both parts are equal and its format version is
/// ours.
///
/// @param inputHash 64 hexadecimal digits over the input's bytes
/// @param options everything that changes the result, as `name=value` words
public record CacheKey(String inputHash, String options) {
    /// Key of a graph file; reads all of it.
    public static CacheKey of(
            Path graph, ReadOptions read, PreprocessOptions options, Workers workers, Progress progress) {
        throw new UnsupportedOperationException();
    }

    /// Key of a graph that comes from no file: a generator with all its parameters.
    public static CacheKey ofGenerated(String description, PreprocessOptions options) {
        throw new UnsupportedOperationException();
    }
}
