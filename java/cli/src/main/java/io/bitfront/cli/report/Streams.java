package io.bitfront.cli.report;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a command writes: results to `out`, everything else to `err`. Both are UTF-8 whatever the system's locale.
public final class Streams implements AutoCloseable {
    private static final int OUT_BUFFER = 1 << 16;
    /// Back to the first column, and erase what a progress bar may have left there.
    private static final String CLEAN_LINE = "\r\u001b[K";

    /// What the operating system says of a pipe that nobody reads.
    private static final String BROKEN_PIPE = "Broken pipe";

    private final Recorder recorder;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;
    private final int columns;
    /// Whether these are those of the process.
    private final boolean standard;
    private volatile String afterInterrupt = "";
    private volatile UnaryOperator<String> renaming = UnaryOperator.identity();
    private final List<Runnable> last = new ArrayList<>();

    /// @param terminal whether `err` is one
    /// @param columns width of that terminal
    public Streams(OutputStream out, OutputStream err, boolean terminal, int columns) {
        this(out, err, terminal, columns, false);
    }

    private Streams(OutputStream out, OutputStream err, boolean terminal, int columns, boolean standard) {
        this.standard = standard;
        this.recorder = new Recorder(out);
        this.out = new PrintStream(new BufferedOutputStream(recorder, OUT_BUFFER), false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.terminal = terminal;
        this.columns = columns;
    }

    /// Those of the process. The launcher says whether standard error is a terminal, and its width.
    public static Streams standard() {
        int columns = Integer.getInteger("bitfront.columns", 0);
        return new Streams(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                columns > 0,
                columns,
                true);
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /// Whether a progress bar can be drawn on `err`.
    public boolean terminal() {
        return terminal;
    }

    /// Whether results go to a terminal that has colours, and nobody asked for none (`NO_COLOR`).
    public boolean colour() {
        Console console = standard ? System.console() : null;
        return console != null
                && console.isTerminal()
                && System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
                && !System.getenv().getOrDefault("TERM", "dumb").equals("dumb");
    }

    public int columns() {
        return columns;
    }

    /// Says one line that is no result, as `bitfront: line`.
    public void complain(String line) {
        out.flush();
        say(line);
    }

    private void say(String line) {
        err.println((terminal ? CLEAN_LINE : "") + "bitfront: " + Printable.of(renaming.apply(line)));
    }

    /// Says this name from now on where a line would say the file's path: of a file that no user knows of.
    public void call(Path file, String name) {
        Pattern path = Pattern.compile(Pattern.quote(file.toString()) + "(?![\\w.])");
        renaming = line -> path.matcher(line).replaceAll(Matcher.quoteReplacement(name));
    }

    /// Why results could not be written to `out`, or null if all of them were.
    public String resultsLost() {
        out.flush();
        return recorder.failure;
    }

    /// Whether `out` was lost because its reader had seen enough, as `head` has.
    public boolean readerLeft() {
        return BROKEN_PIPE.equals(resultsLost());
    }

    /// Adds advice to what [#interrupted] says.
    public void whenInterrupted(String advice) {
        afterInterrupt = "; " + advice;
    }

    /// Says that a signal is ending the process.
    public void interrupted() {
        say("interrupted" + afterInterrupt);
    }

    /// Has something done once the command has ended.
    public void atEnd(Runnable task) {
        last.add(task);
    }

    @Override
    public void close() {
        out.close();
        err.close();
        last.forEach(Runnable::run);
    }

    /// Keeps what a print stream would swallow.
    private static final class Recorder extends OutputStream {
        private final OutputStream to;
        private String failure;

        Recorder(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                to.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e.getMessage();
                throw e;
            }
        }

        @Override
        public void flush() throws IOException {
            to.flush();
        }
    }
}
