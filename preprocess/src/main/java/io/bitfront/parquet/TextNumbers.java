package io.bitfront.parquet;

/// Gives a number to each text; called by many threads at once.
@FunctionalInterface
public interface TextNumbers {
    /// @param text its first `length` bytes, in UTF-8
    /// @return the same number for the same text, 0 or more
    /// @throws RefusedException where the text cannot be taken
    long of(byte[] text, int length);

    /// A text that cannot be taken; the message says in one line why.
    final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public RefusedException(String message) {
            super(message);
        }
    }
}
