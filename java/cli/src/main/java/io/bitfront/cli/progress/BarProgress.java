package io.bitfront.cli.progress;

import io.bitfront.cli.report.Units;
import io.bitfront.progress.Progress;
import java.io.PrintStream;
import java.text.DecimalFormat;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;

/// Draws a bar with the mean rate and, by the recent one, the remaining time on a terminal, unless more is told of how
/// it goes: what bounds rule out is done at once, and tells nothing of what is left. It disappears when its phase ends.
public final class BarProgress implements Progress {
    private static final int REFRESH_MS = 250;
    private static final long MEGA = 1_000_000;
    /// From this total on, amounts are shown in millions.
    private static final long MANY = 50 * MEGA;

    private final PrintStream terminal;
    private final int columns;

    public BarProgress(PrintStream terminal, int columns) {
        this.terminal = terminal;
        this.columns = columns;
    }

    @Override
    public Phase start(String name, long total, String unit) {
        return start(name, total, unit, 0);
    }

    @Override
    public Phase start(String name, long total, String unit, long before) {
        boolean bytes = unit.equals("byte");
        boolean millions = bytes || total >= MANY;
        RecentRate rate = new RecentRate(before);
        AtomicBoolean steady = new AtomicBoolean(true);
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(total)
                .startsFrom(before, Duration.ZERO)
                .setStyle(ProgressBarStyle.ASCII)
                .setUnit(bytes ? " MB" : millions ? " M " + unit : " " + unit, millions ? MEGA : 1)
                .showSpeed(new DecimalFormat("#,##0.#"))
                .setEtaFunction(state -> steady.get() ? left(state, rate) : Optional.empty())
                .setUpdateIntervalMillis(REFRESH_MS)
                // It would take an advance made while it draws for drawn, and leave it out until the next.
                .continuousUpdate()
                .setConsumer(new Line(terminal, columns))
                .build();
        return new BarPhase(bar, new AtomicLong(), steady);
    }

    private static Optional<Duration> left(ProgressState state, RecentRate rate) {
        double perSecond =
                rate.at(state.getCurrent(), state.getElapsedAfterStart().toNanos() / 1e9);
        return perSecond > 0 && !state.isIndefinite()
                ? Optional.of(Duration.ofMillis((long) (1e3 * (state.getMax() - state.getCurrent()) / perSecond)))
                : Optional.empty();
    }

    private record BarPhase(ProgressBar bar, AtomicLong batches, AtomicBoolean steady) implements Phase {
        @Override
        public void advance(long amount) {
            bar.stepBy(amount);
        }

        @Override
        public void advanceBatch(long amount) {
            bar.setExtraMessage(" " + Units.count(batches.incrementAndGet(), "batch", "batches"));
            advance(amount);
        }

        @Override
        public void detail(String words) {
            steady.set(false);
            bar.setExtraMessage(" " + Units.count(batches.get(), "batch", "batches") + ", " + words);
        }

        @Override
        public void close() {
            bar.close();
        }
    }

    /// Erases the bar at the end, so that only what is running is on the screen.
    private static final class Line extends ConsoleProgressBarConsumer {
        private final PrintStream terminal;
        private final int columns;

        Line(PrintStream terminal, int columns) {
            super(terminal, columns - 1);
            this.terminal = terminal;
            this.columns = columns;
        }

        @Override
        public void close() {
            terminal.print("\r" + " ".repeat(columns - 1) + "\r");
            terminal.flush();
        }
    }
}
