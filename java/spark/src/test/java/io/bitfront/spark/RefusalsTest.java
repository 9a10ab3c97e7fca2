package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.GraphKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What cannot be done is said in one line.
final class RefusalsTest {
    private static final String TASK_GPUS = "spark.task.resource.gpu.amount";

    @TempDir
    private Path folder;

    private TestJobs jobs;
    private String graph;

    @BeforeEach
    void prepare() {
        jobs = new TestJobs(folder);
        graph = jobs.prepared("messy", GraphKind.MESSY.draw(3, 300));
    }

    private static void refused(Cluster cluster, int exitCode, String line, String... arguments) {
        Cluster.Finished finished = cluster.run(arguments);
        assertThat(finished.exitCode()).as(finished.err()).isEqualTo(exitCode);
        List<String> said = finished.err()
                .lines()
                .filter(each -> !each.contains(" traversals of "))
                .toList();
        assertThat(said.getFirst()).isEqualTo("bitfront: " + line);
        assertThat(said).hasSize(exitCode == 2 ? 2 : 1);
    }

    @Test
    void gpusOfAMasterThatHasNone() {
        refused(
                Cluster.local(2).with(TASK_GPUS, "1").with("spark.executor.resource.gpu.amount", "1"),
                1,
                "master local[2] has no GPUs to give: leave spark.task.resource.gpu.amount out, or name a cluster",
                graph);
        refused(
                Cluster.local(2).with(TASK_GPUS, "1").with("spark.master", "spark://127.0.0.1:7077"),
                1,
                "spark.task.resource.gpu.amount is set but not spark.executor.resource.gpu.amount: executors would"
                        + " have no GPU to give",
                graph);
        refused(
                Cluster.local(2),
                1,
                "--devices gpu: Spark deals the GPUs; set spark.task.resource.gpu.amount,"
                        + " spark.executor.resource.gpu.amount and its discovery script",
                graph,
                "--devices",
                "gpu");
    }

    @Test
    void badUsage() {
        refused(
                Cluster.local(1),
                2,
                "--devices 0,1: Spark deals the GPUs; expected auto, cpu or gpu",
                graph,
                "--devices",
                "0,1");
        refused(Cluster.local(1), 2, "web.mtx is no .bvss cache: 'bitfront preprocess' makes one", "web.mtx");
        refused(
                Cluster.local(1),
                2,
                "--output x.npy: part files are .csv, .tsv or .parquet",
                graph,
                "--output",
                "x.npy");
        refused(Cluster.local(1), 2, "--output '-': expected a folder that every host sees", graph, "--output", "-");
        refused(
                Cluster.local(1),
                2,
                "--sources 5,7: on a cluster vertices are listed in a file that every host sees, one a line",
                graph,
                "--sources",
                "5,7");
    }

    @Test
    void folderOfAnotherJob() throws IOException {
        String output = jobs.file("ranks.csv");
        TestJobs.done(Cluster.local(1).run(graph, "--output", output));
        refused(
                Cluster.local(1),
                1,
                "output %s belongs to another job: measures: wf there, lin here".formatted(output),
                graph,
                "--measures",
                "lin",
                "--output",
                output);
        Files.writeString(folder.resolve("notes.txt"), "");
        refused(
                Cluster.local(1),
                1,
                "checkpoint %s: there are other files in it, name a new or empty folder".formatted(folder),
                graph,
                "--checkpoint",
                folder.toString());
    }

    @Test
    void unknownVertexOfAList() throws IOException {
        String list = jobs.file("list.txt");
        Files.writeString(Path.of(list), "5\n301\n");
        Cluster.Finished finished = Cluster.local(1).run(graph, "--sources", list);
        assertThat(finished.exitCode()).isEqualTo(1);
        assertThat(finished.err())
                .contains(list + ":2: vertex 301 is not in the graph (300 ids from 1 to 300)")
                .doesNotContain("\tat ");
    }
}
