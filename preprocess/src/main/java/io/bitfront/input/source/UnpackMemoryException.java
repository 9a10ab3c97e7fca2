package io.bitfront.input.source;

import io.bitfront.memory.Bytes;
import java.io.IOException;

/// A compressed file that asks for more memory than it may have.
final class UnpackMemoryException extends IOException {
    private static final long serialVersionUID = 1;

    UnpackMemoryException(long wanted, long most, Throwable cause) {
        super(
                "unpacking takes %s of memory, expected at most %s".formatted(Bytes.text(wanted), Bytes.text(most)),
                cause);
    }
}
