package io.bitfront.cli.progress;

import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/// Prints one line per interval while a phase runs, for logs and pipes, with the recent rate. A
/// phase shorter than that prints nothing.
public final class LineProgress implements Progress {
    private final PrintStream to;
    private final Duration interval;

    public LineProgress(PrintStream to, Duration interval) {
        this.to = to;
        this.interval = interval;
    }

    @Override
    public Phase start(String name, long total, String unit) {
        return start(name, total, unit, 0);
    }

    @Override
    public Phase start(String name, long total, String unit, long before) {
        return new LinePhase(new Meter(name, total, unit), before);
    }

    /// Owns the thread that prints.
    private final class LinePhase implements Phase {
        private final Meter meter;
        private final RecentRate rate;
        private final LongAdder done = new LongAdder();
        private final LongAdder batches = new LongAdder();
        private final long begin = System.nanoTime();
        private volatile String detail = "";
        private final Thread printer;

        LinePhase(Meter meter, long before) {
            this.meter = meter;
            this.rate = new RecentRate(before);
            done.add(before);
            this.printer =
                    Thread.ofPlatform().daemon().name("bitfront-progress").start(this::print);
        }

        @Override
        public void advance(long amount) {
            done.add(amount);
        }

        @Override
        public void advanceBatch(long amount) {
            batches.increment();
            advance(amount);
        }

        @Override
        public void detail(String words) {
            detail = ", " + words;
        }

        private void print() {
            try {
                while (true) {
                    Thread.sleep(interval);
                    long now = done.sum();
                    double perSecond = rate.at(now, Elapsed.seconds(begin));
                    // What bounds rule out is done at once, and tells nothing of what is left.
                    double steady = detail.isEmpty() ? perSecond : 0;
                    to.println("bitfront: " + meter.line(now, batches.sum(), steady) + detail);
                }
            } catch (InterruptedException e) {
                // The phase is over.
            }
        }

        @Override
        public void close() {
            printer.interrupt();
        }
    }
}
