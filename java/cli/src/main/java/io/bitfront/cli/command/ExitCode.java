package io.bitfront.cli.command;

/// What the process tells its caller. A signal adds its own: 129 for a terminal that went away, 130 for Ctrl-C, 143 for
/// SIGTERM.
public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int BAD_USAGE = 2;
    public static final int VERIFICATION_FAILED = 3;

    /// Nobody reads standard output any more: the code of a process that SIGPIPE ended.
    public static final int READER_LEFT = 141;

    private ExitCode() {}
}
