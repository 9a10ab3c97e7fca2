package io.bitfront.cache;

import java.nio.file.Path;

/// A `.bvss` file that cannot be used: too old, too new, corrupt, truncated, or of the wrong byte order. The
/// message is one line: the path, what is wrong, what to do.
public final class CacheFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String problem;

    CacheFormatException(Path file, String what, String advice) {
        super("%s: %s; %s".formatted(file, what, advice));
        this.problem = "%s: %s".formatted(file, what);
    }

    CacheFormatException(Path file, String what) {
        this(file, what, "preprocess the graph again");
    }

    /// The message without the advice.
    public String problem() {
        return problem;
    }
}
