package io.bitfront.cli.command;

/// Work that a signal stopped in good order; the message says how far it came, in one line.
public final class SignalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int signal;

    /// @param signal its number
    public SignalException(int signal, String message) {
        super(message);
        this.signal = signal;
    }

    /// The exit code by which shells know a process that a signal ended.
    public int exitCode() {
        return 128 + signal;
    }
}
