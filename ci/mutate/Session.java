import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs test classes of one module for as long as it is asked to, each time with other classes in the place of those
/// that were built: their code is exchanged within this JVM, which has everything compiled that the next ones need.
///
/// A request is a line of fields that tabs separate: the folder of the classes, or nothing; the processor time that may
/// be taken; tests, each with the processor time that it may take (`NAME=SECONDS`). The answer ends with `UNFIT`, where
/// the classes cannot be exchanged, or `DONE SECONDS`, behind `BEGIN TEST` for each and `FAILED TEST` for the first that
/// fails, or `hung` in its place.
public final class Session implements TestExecutionListener, ClassFileTransformer, ExecutionCondition {
    private static Instrumentation instrumentation;

    /// What failed first of what runs; null so far.
    private static volatile String failed;

    private static final String CLASS_PATH = "java.class.path";

    private final String classPath = System.getProperty(CLASS_PATH);
    private final Map<String, byte[]> exchanged = new HashMap<>();
    private PrintStream answers;

    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] arguments) throws Exception {
        Session session = new Session();
        instrumentation.addTransformer(session, true);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            session.answers = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            String request = requests.readLine();
            while (request != null) {
                session.answer(request.split("\t"));
                request = requests.readLine();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private void answer(String[] fields) throws IOException {
        double begun = FirstFailure.seconds();
        if (!fields[0].isEmpty() && !exchange(Path.of(fields[0]))) {
            answers.println("UNFIT");
            return;
        }
        // What tests start as processes finds the edited classes by it.
        System.setProperty(CLASS_PATH, fields[0].isEmpty() ? classPath : fields[0] + File.pathSeparator + classPath);
        double end = begun + Double.parseDouble(fields[1]);
        failed = null;
        for (int i = 2; i < fields.length && failed == null && FirstFailure.seconds() < end; i++) {
            String[] test = fields[i].split("=");
            answers.println("BEGIN " + test[0]);
            run(test[0], Double.parseDouble(test[1]), end);
        }
        boolean restored = restore();
        answers.println((restored ? "DONE " : "LAST ") + (FirstFailure.seconds() - begun));
    }

    private void run(String test, double patience, double end) {
        Thread watch = Thread.ofPlatform().daemon().start(() -> FirstFailure.watch(patience, end, this::end));
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(List.of(selectClass(test)))
                                .filters(FirstFailure.tags())
                                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                                .build(),
                        this);
        watch.interrupt();
    }

    private void end(String what) {
        answers.println(what);
        Runtime.getRuntime().halt(1);
    }

    // --- classes ----------------------------------------------------------------------------------------------------

    private boolean exchange(Path folder) throws IOException {
        exchanged.clear();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                exchanged.put(
                        folder.relativize(file).toString().replace(".class", ""), Files.readAllBytes(file));
            }
        }
        return transform(loaded()) || !restore();
    }

    /// Whether all classes are as they were built.
    private boolean restore() {
        List<Class<?>> loaded = loaded();
        exchanged.clear();
        return transform(loaded);
    }

    private List<Class<?>> loaded() {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (exchanged.containsKey(each.getName().replace('.', '/'))) {
                loaded.add(each);
            }
        }
        return loaded;
    }

    private static boolean transform(List<Class<?>> classes) {
        try {
            if (!classes.isEmpty()) {
                instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
            }
            return true;
        } catch (UnmodifiableClassException | UnsupportedOperationException | LinkageError e) {
            return false;
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        return exchanged.get(name);
    }

    // --- tests ------------------------------------------------------------------------------------------------------

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED && failed == null) {
            failed = test.getDisplayName();
            answers.println("FAILED " + failed.replaceAll("\\s+", " "));
        }
    }

    /// Once one has failed, the others of its class are left out.
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return failed == null
                ? ConditionEvaluationResult.enabled("none has failed")
                : ConditionEvaluationResult.disabled("another has failed");
    }
}
