package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.closeness.RangePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an executor finds where it begins.
final class HostedJobTest {
    private static final Configuration HADOOP = new Configuration();

    @TempDir
    private Path folder;

    private static JobSpec spec(Path list) {
        return spec(list, true);
    }

    private static JobSpec spec(Path list, boolean bounds) {
        SourceCount driver = SourceCount.ofList(list.toString(), HADOOP);
        return new JobSpec(
                "a run",
                "graph.bvss",
                0,
                3,
                null,
                list.toString(),
                driver.checksum(),
                0,
                0,
                new ClosenessMeasure[] {ClosenessMeasure.WF},
                Direction.OUT,
                BatchMode.AUTO,
                0,
                bounds,
                true,
                new RangePlan(driver.count(), 1_024, ""),
                OutputFormat.CSV,
                null,
                null);
    }

    @Test
    void isTheOneThatWasAskedFor() throws IOException {
        Path list = Files.writeString(folder.resolve("list.txt"), "2\n0\n");
        for (boolean bounds : new boolean[] {false, true}) {
            assertThat(spec(list, bounds).job(2, 0))
                    .isEqualTo(ClosenessJob.sources(List.of(0L, 2L))
                            .measures(ClosenessMeasure.WF)
                            .bounds(bounds));
        }
    }

    /// The graph is let go of where an engine is not to be closed, too.
    @Test
    void closesItsGraphWhateverFails() throws Exception {
        Path list = Files.writeString(folder.resolve("list.txt"), "2\n0\n");
        Files.createFile(folder.resolve("stub"));
        Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed();
        HostedJob job = new HostedJob(spec(list), graph, HADOOP);
        System.setProperty(StandInGpus.FOLDER, folder.toString());
        try {
            Device gpu = new Device.Gpu(0);
            job.engines().giveBack(gpu, job.engines().take(gpu));
            Files.createFile(folder.resolve("unclosed"));
            assertThatThrownBy(job::close).isInstanceOf(DeviceException.class);
        } finally {
            System.clearProperty(StandInGpus.FOLDER);
        }
        assertThatThrownBy(graph::use).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void aListIsTheOneThatTheDriverSaw() throws IOException {
        Path list = Files.writeString(folder.resolve("list.txt"), "2\n# more\n\n2\n0\n");
        JobSpec spec = spec(list);
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed()) {
            assertThat(HostedJob.ids(spec, graph, HADOOP)).containsExactly(2, 0);
            Files.writeString(list, "2\n# more\n\n2\n1\n");
            assertThatThrownBy(() -> HostedJob.ids(spec, graph, HADOOP))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage(
                            "%s on %s is another list than the driver's: checksum %08x, expected %08x",
                            list,
                            GraphPlace.host(),
                            SourceCount.ofList(list.toString(), HADOOP).checksum(),
                            spec.listChecksum());
        }
    }
}
