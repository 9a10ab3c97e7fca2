package io.bitfront.cache;

import java.nio.file.Path;

/// A `.bvss` file that cannot be used: too old, too new, corrupt, truncated, or of the wrong byte order. The message is
/// one line starting with the path.
public final class CacheFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CacheFormatException(Path file, String what) {
        super("%s: %s".formatted(file, what));
    }
}
