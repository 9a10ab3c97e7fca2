import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jacoco.agent.rt.RT;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs test classes one after another until the budget of processor time ends; the first test that fails ends the
/// process with exit code 1, as does a class that hangs. Says what each took.
public final class FirstFailure implements TestExecutionListener {
    /// Processor time that a test class may take, several times what the slowest takes: on a busy machine it takes any
    /// time.
    private static final double PATIENCE = 180;

    /// A class that in so long took less than a thirtieth of it waits for what will not come: looks at it and at clocks take a hundredth.
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final int LOOKS = 60;

    private FirstFailure() {}

    public static void main(String[] tests) {
        for (String test : tests) {
            System.out.printf("%nBEGIN %s%n", test);
            double budget = Double.parseDouble(System.getProperty("budget"));
            Thread watch = Thread.ofPlatform().daemon().start(() -> watch(PATIENCE, budget, FirstFailure::end));
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(Arrays.asList(selectClass(test)))
                    .filters(tags())
                    .build();
            LauncherFactory.create().execute(request, new FirstFailure());
            watch.interrupt();
            System.out.printf("%nDONE %s %s%n", test, seconds());
        }
        end(0);
    }

    /// The tests of a module that run here.
    static PostDiscoveryFilter tags() {
        String tags = System.getProperty("tags", "");
        return tags.isEmpty()
                ? TagFilter.excludeTags("gpu", "soak", "rest")
                : TagFilter.includeTags(tags + " & !hardware & !soak & !rest");
    }

    /// Until it is interrupted, looks whether a class hangs or all processor time is spent.
    ///
    /// @param patience seconds of processor time that the class may take
    /// @param budget seconds of processor time that this process may have taken
    /// @param end told `hung` or `spent`
    static void watch(double patience, double budget, Consumer<String> end) {
        try {
            double begun = seconds();
            while (true) {
                double before = seconds();
                for (int look = 0; look < LOOKS; look++) {
                    Thread.sleep(SILENCE.dividedBy(LOOKS));
                    if (seconds() > budget) {
                        end.accept("spent");
                    }
                    if (seconds() - begun > patience) {
                        end.accept("hung");
                    }
                }
                if ((seconds() - before) * 30 < SILENCE.toSeconds()) {
                    end.accept("hung");
                }
            }
        } catch (InterruptedException done) {
            // The class has ended in time.
        }
    }

    /// Processor time of this process and of those it started.
    private static Duration taken() {
        return Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    static double seconds() {
        return taken().toMillis() / 1e3;
    }

    private static void end(String what) {
        if (what.equals("hung")) {
            fail(what);
        }
        end(0);
    }

    private static void end(int code) {
        if (Boolean.getBoolean("records")) {
            record();
        }
        System.out.printf("%nTOOK %s%n", seconds());
        System.out.flush();
        Runtime.getRuntime().halt(code);
    }

    /// Has JaCoCo's agent write what was reached.
    private static void record() {
        try {
            RT.getAgent().dump(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fail(String what) {
        System.out.printf("%nFAILED %s%n", what);
        end(1);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            fail(test.getDisplayName());
        }
    }
}
