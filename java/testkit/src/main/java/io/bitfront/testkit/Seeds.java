package io.bitfront.testkit;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/// Seeds of random tests: this run's share of 1 to a count ([Share]), or of 1 to the one in the system property
/// `bitfront.seeds`, or only the one in `bitfront.seed`.
public final class Seeds {
    private static final String PROPERTY = "bitfront.seed";
    private static final String MORE = "bitfront.seeds";

    private Seeds() {}

    /// The seeds to run.
    ///
    /// @param count of an ordinary run; a soak asks for more
    public static LongStream upTo(int count) {
        Long chosen = Long.getLong(PROPERTY);
        if (chosen != null) {
            return LongStream.of(chosen);
        }
        List<Long> seeds =
                LongStream.rangeClosed(1, Long.getLong(MORE, count)).boxed().toList();
        return Share.of(Seeds.class, seeds).stream().mapToLong(Long::longValue);
    }

    /// The command that runs this test class with this seed alone, for an assertion's description.
    public static String rerun(Class<?> test, long seed) {
        Path root = Path.of(System.getProperty("bitfront.root", "")).toAbsolutePath();
        Path module = root.relativize(Path.of("").toAbsolutePath());
        return "rerun: mvn -pl %s -am test -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false -D%s=%d"
                .formatted(module, test.getSimpleName(), PROPERTY, seed);
    }
}
