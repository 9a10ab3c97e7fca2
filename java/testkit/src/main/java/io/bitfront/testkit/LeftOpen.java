package io.bitfront.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Fails a class of tests that leaves open what it did not find open: off-heap memory, files mapped or open, threads of
/// the product. JUnit finds it by itself, for all classes.
///
/// What lives as long as it is reachable is collected first; whatever remains, nobody will ever close.
public final class LeftOpen implements BeforeAllCallback, AfterAllCallback {
    private static final int TRIES = 50;
    private static final int WAIT_MILLIS = 20;
    private static final String KEY = "found open";
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /// Native libraries stay as long as the process does.
    private static final Pattern LIBRARY = Pattern.compile("\\.so\\b|/jna[0-9]");

    private static final LongSupplier MEMORY = memory();

    /// What a class of tests holds as long as it is there is no part of what it leaves.
    @Override
    public void beforeAll(ExtensionContext context) throws ClassNotFoundException {
        Class<?> test = context.getRequiredTestClass();
        Class.forName(test.getName(), true, test.getClassLoader());
        store(context).put(KEY, open());
    }

    @Override
    @SuppressWarnings("unchecked")
    public void afterAll(ExtensionContext context) throws InterruptedException {
        if (context.getRequiredTestClass().isAnnotationPresent(OnPurpose.class)) {
            return;
        }
        Map<String, Long> found = (Map<String, Long>) store(context).get(KEY, Map.class);
        List<String> left = left(found);
        for (int i = 0; !left.isEmpty() && i < TRIES; i++) {
            System.gc();
            Thread.sleep(WAIT_MILLIS);
            left = left(found);
        }
        if (!left.isEmpty()) {
            throw new AssertionError("%s leaves open: %s"
                    .formatted(context.getRequiredTestClass().getName(), String.join(", ", left)));
        }
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(ExtensionContext.Namespace.create(
                LeftOpen.class, context.getRequiredTestClass().getName()));
    }

    static List<String> left(Map<String, Long> found) {
        List<String> left = new ArrayList<>();
        open().forEach((what, count) -> {
            long more = count - found.getOrDefault(what, 0L);
            if (more > 0) {
                left.add("%d more of %s".formatted(more, what));
            }
        });
        return left;
    }

    static Map<String, Long> open() {
        Map<String, Long> open = new TreeMap<>();
        open.put("blocks of off-heap memory", MEMORY.getAsLong());
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("bitfront"))
                .forEach(name -> open.merge("threads " + name.replaceAll("\\d+", "N"), 1L, Long::sum));
        try {
            files(open);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return open;
    }

    /// Files and pipes of tests lie in the folder for temporary ones.
    private static void files(Map<String, Long> open) throws IOException {
        if (!Files.exists(MAPS)) {
            return;
        }
        String folder = Path.of(System.getProperty("java.io.tmpdir")).toRealPath() + "/";
        Files.readAllLines(MAPS).stream()
                .filter(line ->
                        line.contains(" " + folder) && !LIBRARY.matcher(line).find())
                .forEach(line -> open.merge("mapped " + line.substring(line.indexOf(folder)), 1L, Long::sum));
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            for (Path each : all.toList()) {
                String to = target(each);
                if (to.startsWith(folder)) {
                    open.merge("open " + to, 1L, Long::sum);
                }
            }
        }
    }

    /// Descriptors may be closed meanwhile.
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    /// The product's count of blocks, where there is the product: this module knows nothing of it.
    private static LongSupplier memory() {
        try {
            var held = Class.forName("io.bitfront.memory.OffHeap").getMethod("held");
            return () -> {
                try {
                    return (long) held.invoke(null);
                } catch (IllegalAccessException | InvocationTargetException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (ClassNotFoundException none) {
            return () -> 0;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Of a class of tests of what is abandoned, and left open on purpose.
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface OnPurpose {
        /// What it leaves open, and why.
        String value();
    }
}
