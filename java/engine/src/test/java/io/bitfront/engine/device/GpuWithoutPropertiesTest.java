package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.Shapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A library user's JVM, with bitfront's artifacts on the class path and no property set, gets the GPU.
@Tag("gpu")
class GpuWithoutPropertiesTest {
    @TempDir
    private Path folder;

    /// The program that the user wrote.
    static final class Traversal {
        private Traversal() {}

        public static void main(String[] args) {
            try (Graph graph = Prepared.graph(Shapes.chain(100));
                    Engine engine = Engine.open(graph, Device.parse("gpu"))) {
                System.out.println("depth " + engine.bfs(0).depth());
            }
            try (CudaContext context = new CudaContext(Cuda.devices().getFirst());
                    DeviceAlgorithms sorts = new DeviceAlgorithms(context)) {
                System.out.println(
                        "sorts " + (sorts != null) + ", temporary folder " + System.getProperty("java.io.tmpdir"));
            }
        }
    }

    /// What the artifact would hold: the emulated driver has the kernels and the sorts in it.
    private Path artifact() throws IOException {
        Path artifact = folder.resolve("natives");
        Path parts = Files.createDirectories(artifact.resolve("META-INF/bitfront/natives"));
        Files.copy(Path.of(System.getProperty(KernelImage.PROPERTY)), parts.resolve("bitfront.fatbin"));
        Files.copy(Path.of(System.getProperty(DeviceAlgorithms.PROPERTY)), parts.resolve("libbitfront-cub.so"));
        String library = JCudaLibrary.fileName();
        Path jcuda = Stream.of(System.getProperty("java.library.path").split(":"))
                .map(path -> Path.of(path, library))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        Files.copy(jcuda, parts.resolve(library));
        return artifact;
    }

    private String output(Path artifact) throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        artifact + ":" + System.getProperty("java.class.path"),
                        Traversal.class.getName())
                .redirectErrorStream(true);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void traversesAndSortsThereWithLibrariesKeptForTheUser() throws Exception {
        Path artifact = artifact();
        String told = "depth 99\nsorts true, temporary folder %s\n".formatted(folder.resolve("tmp"));
        assertThat(output(artifact)).isEqualTo(told);
        try (Stream<Path> kept = Files.walk(folder.resolve("cache"))) {
            assertThat(kept.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("libbitfront-cub.so", JCudaLibrary.fileName());
        }
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
    }

    /// JCuda alone would load what bears its library's name in the temporary folder.
    @Test
    void loadsNothingThatLiesInTheTemporaryFolder() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("tmp")).resolve(JCudaLibrary.fileName()), "planted");
        assertThat(output(artifact())).startsWith("depth 99\n");
        Path none = Files.createDirectories(folder.resolve("none"));
        assertThat(output(none))
                .contains("no %s: neither bitfront-natives on the class path".formatted(JCudaLibrary.fileName()));
    }
}
