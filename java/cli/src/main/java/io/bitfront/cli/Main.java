package io.bitfront.cli;

import io.bitfront.cli.command.Bitfront;
import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.report.Streams;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The program `bitfront`. The only place where exceptions become exit codes.
public final class Main {
    private final Streams streams;
    private final BiFunction<Streams, String[], CommandLine> program;

    public Main(Streams streams) {
        this(streams, Bitfront::commandLine);
    }

    /// @param program makes the command line for the words that it is to run
    public Main(Streams streams, BiFunction<Streams, String[], CommandLine> program) {
        this.streams = streams;
        this.program = program;
    }

    public static void main(String[] args) {
        start(Bitfront::commandLine, args);
    }

    /// Runs a program and ends the process with its exit code.
    ///
    /// @param program makes the command line for the words that it is to run
    public static void start(BiFunction<Streams, String[], CommandLine> program, String... args) {
        TrainedClasses.initialise();
        // Messages of every module format numbers; they must not vary with the user's language.
        Locale.setDefault(Locale.ROOT);
        try (Streams streams = Streams.standard()) {
            Thread notice = Thread.ofPlatform().unstarted(streams::interrupted);
            Runtime.getRuntime().addShutdownHook(notice);
            int code = new Main(streams, program).run(args);
            if (!shuttingDown()) {
                Runtime.getRuntime().removeShutdownHook(notice);
            }
            System.exit(code);
        }
    }

    /// Runs one command line to its end and says how it went.
    public int run(String... args) {
        boolean debug = Arrays.asList(args).contains("--debug");
        CommandLine commandLine = program.apply(streams, args);
        commandLine.setParameterExceptionHandler((thrown, all) -> badUsage(thrown));
        commandLine.setExecutionExceptionHandler((thrown, command, parsed) -> thrown instanceof ParameterException usage
                ? badUsage(usage)
                : failed(thrown, command.getCommandSpec(), debug));
        int code;
        try {
            code = commandLine.execute(args);
        } catch (Error e) {
            code = failed(e, commandLine.getCommandSpec(), debug);
        }
        if (streams.readerLeft()) {
            return ExitCode.READER_LEFT;
        }
        return streams.resultsLost() == null ? code : lost(streams.resultsLost());
    }

    private int badUsage(ParameterException thrown) {
        String command = thrown.getCommandLine().getCommandSpec().qualifiedName();
        streams.complain(UsageMessage.of(thrown));
        streams.complain("try '%s --help'".formatted(command));
        return ExitCode.BAD_USAGE;
    }

    private int failed(Throwable thrown, CommandSpec command, boolean debug) {
        if (shuttingDown()) {
            // Interrupted: whatever fails now only fails because files and threads are being cleaned up.
            return ExitCode.FAILED;
        }
        Failure failure = Failure.of(thrown);
        streams.complain(failure.line() + UsageMessage.whereElse(command, streams, failure.line()));
        if (debug) {
            thrown.printStackTrace(streams.err());
        }
        return failure.exitCode();
    }

    private int lost(String reason) {
        streams.complain("write standard output: " + reason);
        return ExitCode.FAILED;
    }

    /// True from the moment a signal or exit began to end the process.
    private static boolean shuttingDown() {
        Thread probe = Thread.ofPlatform().unstarted(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
