package io.bitfront.cli.command;

import io.bitfront.cli.report.Streams;
import io.bitfront.engine.JobStoppedException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/// The signals that ask a process to end, taken over while its work can stop in good order: the first one asks the
/// work to stop, and from then on they end the process at once again. A signal that is ignored stays ignored.
///
/// `sun.misc.Signal` has no successor in the JDK, and `javac` warns of its name without a way to silence it: it is
/// called by reflection.
final class StopSignals implements AutoCloseable {
    /// Ctrl-C; what `kill` and service managers send; a terminal that went away.
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

    private final IntConsumer stop;
    private final Map<Object, Object> before = new LinkedHashMap<>();
    private volatile int received;

    /// @param stop is told the number of the first signal, on a thread of the JVM
    StopSignals(IntConsumer stop) {
        this.stop = stop;
        Object handler = Jdk.handler(this::accept);
        for (String name : NAMES) {
            Object signal = Jdk.signal(name);
            before.put(signal, Jdk.handle(signal, handler));
        }
    }

    /// Runs work that the first signal asks to stop; the second ends the process at once.
    ///
    /// @param underWay what is finished before it stops
    /// @param stop has the work end soon, by a [JobStoppedException]
    /// @throws SignalException where it did
    static <T> T heeded(Streams streams, String underWay, Runnable stop, Supplier<T> work) {
        try (StopSignals signals = new StopSignals(number -> {
            streams.complain(
                    "interrupted: finishing the %s under way; a second signal ends it at once".formatted(underWay));
            stop.run();
        })) {
            try {
                return work.get();
            } catch (JobStoppedException stopped) {
                throw new SignalException(signals.received(), "interrupted: " + stopped.getMessage());
            }
        }
    }

    private synchronized void accept(Object signal) {
        if (received == 0) {
            received = Jdk.number(signal);
            handBack();
            stop.accept(received);
        }
    }

    /// Number of the signal that came, 0 if none did.
    int received() {
        return received;
    }

    @Override
    public synchronized void close() {
        handBack();
    }

    private void handBack() {
        before.forEach(Jdk::handle);
        before.clear();
    }

    /// `sun.misc.Signal`, part of every JDK.
    private static final class Jdk {
        private static final Class<?> SIGNAL = type("sun.misc.Signal");
        private static final Class<?> HANDLER = type("sun.misc.SignalHandler");

        static Object signal(String name) {
            return call(() -> SIGNAL.getConstructor(String.class).newInstance(name));
        }

        static Object handler(Consumer<Object> handler) {
            return Proxy.newProxyInstance(HANDLER.getClassLoader(), new Class<?>[] {HANDLER}, (_, _, arguments) -> {
                handler.accept(arguments[0]);
                return null;
            });
        }

        /// Returns the handler so far.
        static Object handle(Object signal, Object handler) {
            return call(() -> SIGNAL.getMethod("handle", SIGNAL, HANDLER).invoke(null, signal, handler));
        }

        static int number(Object signal) {
            return (int) call(() -> SIGNAL.getMethod("getNumber").invoke(signal));
        }

        private static Class<?> type(String name) {
            return (Class<?>) call(() -> Class.forName(name));
        }

        private static Object call(Callable<Object> what) {
            try {
                return what.call();
            } catch (Exception e) {
                throw new LinkageError("sun.misc.Signal", e);
            }
        }
    }
}
