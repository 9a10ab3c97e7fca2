package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a program of modules sees of the engine: the packages it needs, and no others.
final class ModularProgramTest {
    /// A class of each library that the modules need at run time.
    private static final List<String> LIBRARIES = List.of(
            "org.apache.commons.compress.archivers.tar.TarArchiveInputStream",
            "org.apache.commons.codec.Encoder",
            "org.apache.commons.io.IOUtils",
            "org.apache.commons.lang3.ArrayUtils",
            "org.tinfour.common.IIncrementalTin",
            "org.tukaani.xz.XZInputStream",
            "io.airlift.compress.Decompressor",
            "tools.jackson.core.JsonGenerator",
            "com.sun.jna.Native",
            "jcuda.driver.JCudaDriver");

    private static final String DESCRIPTOR = "module hops { requires io.bitfront.engine; }";

    private static final String PROGRAM = """
        package hops;

        import io.bitfront.cache.Graph;
        import io.bitfront.engine.ClosenessJob;
        import io.bitfront.engine.Device;
        import io.bitfront.engine.Engine;
        import io.bitfront.engine.lab.BfsMode;
        import io.bitfront.engine.lab.Lab;
        import io.bitfront.engine.lab.LabRequest;

        public final class Main {
            public static void main(String[] arguments) {
                try (Graph graph = Graph.of(4, new int[] {0, 1, 2}, new int[] {1, 2, 3}).undirected();
                        Engine engine = Engine.open(graph, Device.cpu())) {
                    System.out.println(engine.bfs(0).levelOf(3));
                    System.out.println(engine.closeness(ClosenessJob.allSources()).rowCount());
                    System.out.println(Lab.of(engine)
                            .measure(LabRequest.from(1).withMode(BfsMode.PULL))
                            .verticesPerLevel()
                            .length);
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    private final List<Path> path = new ArrayList<>();

    /// A source in memory.
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    @BeforeEach
    void findModules() throws ReflectiveOperationException, IOException, URISyntaxException {
        for (String name : LIBRARIES) {
            path.add(home(Class.forName(name, false, getClass().getClassLoader())));
        }
        path.add(module(Graph.class, "preprocess"));
        path.add(module(Engine.class, "java/engine"));
    }

    private static Path home(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /// The module of a class: its jar or folder, or where that was compiled without its descriptor a copy with it.
    private Path module(Class<?> type, String room) throws IOException, URISyntaxException {
        Path home = home(type);
        if (!Files.isDirectory(home) || Files.exists(home.resolve("module-info.class"))) {
            return home;
        }
        Path copy = folder.resolve(room);
        Files.walkFileTree(home, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(copy.resolve(home.relativize(from)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path from, BasicFileAttributes attributes) throws IOException {
                Files.copy(from, copy.resolve(home.relativize(from)));
                return FileVisitResult.CONTINUE;
            }
        });
        Path descriptor = Path.of(System.getProperty("bitfront.root"), room, "src/main/java/module-info.java");
        assertThat(errors(copy, Map.of("module-info", Files.readString(descriptor))))
                .isEmpty();
        return copy;
    }

    /// What the compiler has to say, empty where all is well.
    private String errors(Path into, Map<String, String> sources) {
        List<JavaFileObject> units = sources.entrySet().stream()
                .<JavaFileObject>map(source -> new Source(source.getKey(), source.getValue()))
                .toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:none", "-Xlint:-options", "-d", into.toString(), "-p", modulePath());
        boolean done = compiler.getTask(said, null, null, options, null, units).call();
        return done ? "" : said.toString();
    }

    private String modulePath(Path... more) {
        return Stream.concat(path.stream(), Arrays.stream(more))
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    @Test
    @Timeout(60)
    void compilesAndRunsAgainstWhatIsExported() throws IOException, InterruptedException {
        Path program = folder.resolve("program");
        assertThat(errors(program, Map.of("module-info", DESCRIPTOR, "hops/Main", PROGRAM)))
                .isEmpty();
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=io.bitfront.preprocess,io.bitfront.engine",
                        "-p",
                        modulePath(program),
                        "-m",
                        "hops/hops.Main")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(run.getInputStream().readAllBytes())).isEqualTo("3\n4\n3\n");
        assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).isZero();
    }

    @Test
    void hidesWhatIsNobodysBusiness() {
        for (String inner : List.of(
                "engine.core.SharedEngine",
                "engine.cpu.CpuEngine",
                "engine.gpu.GpuEngine",
                "engine.device.CudaContext",
                "engine.closeness.ClosenessRunner",
                "input.text.TextGraph")) {
            String program = "package hops; final class Peek { io.bitfront.%s inner; }".formatted(inner);
            assertThat(errors(folder.resolve("peek"), Map.of("module-info", DESCRIPTOR, "hops/Peek", program)))
                    .as(inner)
                    .contains("is not visible");
        }
    }
}
