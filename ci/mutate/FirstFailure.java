import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jacoco.agent.rt.RT;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
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
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// A class that in so long took less than a hundredth of it waits for what will not come.
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final int LOOKS = 60;

    private FirstFailure() {}

    public static void main(String[] tests) {
        for (String test : tests) {
            System.out.printf("%nBEGIN %s%n", test);
            Thread watch = Thread.ofPlatform().daemon().start(FirstFailure::endWhereItHangs);
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(Arrays.asList(selectClass(test)))
                    .filters(
                            System.getProperty("tags", "").isEmpty()
                                    ? TagFilter.excludeTags("gpu", "soak", "rest")
                                    : TagFilter.includeTags(
                                            System.getProperty("tags") + " & !hardware & !soak & !rest"))
                    .build();
            LauncherFactory.create().execute(request, new FirstFailure());
            watch.interrupt();
            System.out.printf("%nDONE %s %s%n", test, seconds());
        }
        end(0);
    }

    private static void endWhereItHangs() {
        try {
            Duration begun = taken();
            while (true) {
                Duration before = taken();
                for (int look = 0; look < LOOKS; look++) {
                    Thread.sleep(SILENCE.dividedBy(LOOKS));
                    endWhereAllIsSpent();
                    if (taken().minus(begun).compareTo(PATIENCE) > 0) {
                        fail("hung");
                    }
                }
                if (taken().minus(before).multipliedBy(100).compareTo(SILENCE) < 0) {
                    fail("hung");
                }
            }
        } catch (InterruptedException done) {
            // The class has ended in time.
        }
    }

    private static void endWhereAllIsSpent() {
        if (seconds() > Double.parseDouble(System.getProperty("budget"))) {
            end(0);
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

    private static double seconds() {
        return taken().toMillis() / 1e3;
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
