package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.file.FileException;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Caches that are rewritten, and given their old times, between their check and their upload.
@Tag("gpu")
final class ChangedUploadTest {
    @TempDir
    private Path folder;

    @Test
    void reachNoKernelThatFollowsTheirEdges() throws IOException {
        CudaDevice device = FirstDevice.open();
        TestGraph whole = Shapes.cycle(300);
        TestGraph parts = new TestGraph("two cycles", 600, twice(whole.from()), twice(whole.to()), false);
        for (TestGraph test : new TestGraph[] {whole, parts}) {
            Path cache = folder.resolve(test.vertexCount() + ".bvss");
            try (Graph graph = kept(test, cache)) {
                try (GpuEngine engine = new GpuEngine(graph, device)) {
                    assertThat(engine.bfs(LabRequest.from(0)).level().get(1)).isOne();
                }
                rewrite(cache, graph);
                assertThatThrownBy(() -> new GpuEngine(graph, device))
                        .as(test.name())
                        .isInstanceOf(FileException.class)
                        .hasMessageContaining(" was written to while it was in use: ");
            }
        }
    }

    @Test
    void reachNoTensorLevelWhereTheTilesAreUploadedLater() throws IOException {
        Path cache = folder.resolve("tiles.bvss");
        try (Graph graph = kept(Shapes.cycle(300), cache);
                GpuEngine engine = new GpuEngine(graph, FirstDevice.open())) {
            rewrite(cache, graph);
            LabRequest request = LabRequest.from(0).withMode(BfsMode.TENSOR);
            assertThatThrownBy(() -> engine.bfs(request))
                    .isInstanceOf(FileException.class)
                    .hasMessageContaining(" was written to while it was in use: ");
        }
    }

    private static int[] twice(int... ends) {
        int[] all = Arrays.copyOf(ends, 2 * ends.length);
        for (int i = 0; i < ends.length; i++) {
            all[ends.length + i] = ends[i] + 300;
        }
        return all;
    }

    private static Graph kept(TestGraph test, Path cache) {
        GraphCache.build(Prepared.input(test), "test", PreprocessOptions.defaults(), cache, Progress.NONE, line -> {})
                .graph()
                .close();
        return Graph.open(cache);
    }

    /// Has every edge lead outside the graph.
    private static void rewrite(Path cache, Graph graph) throws IOException {
        FileTime time = Files.getLastModifiedTime(cache);
        byte[] rows = graph.in().rowIndex().segment().toArray(ValueLayout.JAVA_BYTE);
        String all = new String(Files.readAllBytes(cache), StandardCharsets.ISO_8859_1);
        int at = all.indexOf(new String(rows, StandardCharsets.ISO_8859_1));
        Arrays.fill(rows, (byte) 0x7f);
        try (FileChannel channel = FileChannel.open(cache, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(rows), at);
        }
        Files.setLastModifiedTime(cache, time);
    }
}
