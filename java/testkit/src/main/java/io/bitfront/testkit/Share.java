package io.bitfront.testkit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/// Which of its cases a test runs. All of them, unless the environment's `BITFRONT_SHARE` is `drawn`: then a quarter,
/// as `BITFRONT_SEED` draws them, for each test class anew; or `rest`: then as many of the others. What is left has its
/// turn with another seed. A class that asks is tagged `drawn`: CI runs it a second time, but for tests of it that are
/// tagged `once`, which ask for nothing.
public final class Share {
    /// With 8 of them the tests' classes take 7% less of `make test`: compiling and tests that draw nothing take most.
    private static final int PARTS = 4;

    private Share() {}

    /// The cases to run, at least one, in their order.
    ///
    /// @param test whose cases they are
    public static <T> List<T> of(Class<?> test, Collection<T> cases) {
        return of(part(), seed() ^ test.getName().hashCode(), cases);
    }

    /// True where this run is for what another one left.
    public static boolean isRest() {
        return part().equals("rest");
    }

    /// The seed of this run of all tests: 0 where none is set.
    public static long seed() {
        return Long.parseLong(environment("BITFRONT_SEED", "0"));
    }

    /// What draws by a seed. [Random] alone draws much alike from seeds that follow each other, as those of days do.
    public static Random random(long seed) {
        return new Random(new SplittableRandom(seed).nextLong());
    }

    static <T> List<T> of(String part, long seed, Collection<T> cases) {
        if (part.equals("all")) {
            return List.copyOf(cases);
        }
        if (!part.equals("drawn") && !part.equals("rest")) {
            throw new IllegalArgumentException("BITFRONT_SHARE: expected all, drawn or rest, found " + part);
        }
        boolean[] drawn = drawn(cases.size(), seed, part.equals("drawn") ? 0 : 1);
        List<T> share = new ArrayList<>();
        int index = 0;
        for (T each : cases) {
            if (drawn[index++]) {
                share.add(each);
            }
        }
        return share.isEmpty() ? List.copyOf(cases) : share;
    }

    private static boolean[] drawn(int count, long seed, int part) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random(seed));
        boolean[] drawn = new boolean[count];
        int each = (count + PARTS - 1) / PARTS;
        order.subList(Math.min(count, part * each), Math.min(count, (part + 1) * each))
                .forEach(i -> drawn[i] = true);
        return drawn;
    }

    private static String part() {
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(Share::refuseOnce);
        return environment("BITFRONT_SHARE", "all");
    }

    private static void refuseOnce(StackWalker.StackFrame frame) {
        if (!frame.getClassName().startsWith("io.bitfront.")) {
            return;
        }
        for (Method method : frame.getDeclaringClass().getDeclaredMethods()) {
            if (method.getName().equals(frame.getMethodName())
                    && Arrays.toString(method.getAnnotations()).contains("Tag(\"once\")")) {
                throw new IllegalStateException(frame.getClassName() + "." + frame.getMethodName()
                        + " draws cases and is tagged once: those of `make test-rest` would never run");
            }
        }
    }

    private static String environment(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }
}
