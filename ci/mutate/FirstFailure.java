import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.Arrays;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs test classes one after another; the first test that fails ends the process with exit code 1, as does
/// a class that hangs.
public final class FirstFailure implements TestExecutionListener {
    /// Processor time that a test class may take: on a busy machine it takes any time.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// A class that in so long took less than a hundredth of it waits for what will not come.
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private FirstFailure() {}

    public static void main(String[] tests) {
        for (String test : tests) {
            System.out.println("BEGIN " + test);
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
        }
        Runtime.getRuntime().halt(0);
    }

    private static void endWhereItHangs() {
        try {
            Duration begun = taken();
            Duration before = begun;
            while (true) {
                Thread.sleep(SILENCE);
                Duration now = taken();
                if (now.minus(begun).compareTo(PATIENCE) > 0
                        || now.minus(before).multipliedBy(100).compareTo(SILENCE) < 0) {
                    fail("hung");
                }
                before = now;
            }
        } catch (InterruptedException done) {
            // The class has ended in time.
        }
    }

    /// Processor time of this process.
    private static Duration taken() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    private static void fail(String what) {
        System.out.printf("FAILED %s%n", what);
        System.out.flush();
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            fail(test.getDisplayName());
        }
    }
}
