package io.bitfront.spark;

import static io.bitfront.spark.TestJobs.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.LeftOpen;
import io.bitfront.testkit.Shapes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A job that fails on a driver that is its own executor.
@LeftOpen.OnPurpose("the graph that a task traverses while its job fails stays open as long as the process lives")
final class ReleasedGraphTest {
    @TempDir
    private Path folder;

    @Test
    @Timeout(300)
    void aJobThatFailsSaysWhyAndNotThatItsGraphIsInUse() throws IOException {
        TestJobs jobs = new TestJobs(folder);
        Path list = Files.writeString(
                folder.resolve("list.txt"),
                IntStream.rangeClosed(1, 2_048).mapToObj(Integer::toString).collect(Collectors.joining("\n")));
        Path kept = folder.resolve("kept");
        String[] job = {
            jobs.prepared("grid", Shapes.grid(400, 150)), "--sources", list.toString(), "--checkpoint", "slow://" + kept
        };
        Cluster cluster = Cluster.local(2).with("spark.hadoop.fs.slow.impl", Slow.class.getName());
        done(cluster.run(job));
        Files.delete(kept.resolve("range-00000.rows"));
        Files.writeString(kept.resolve("range-00001.rows"), "no rows");
        Cluster.Finished stopped = cluster.run(job);
        assertThat(stopped.exitCode()).isEqualTo(1);
        assertThat(stopped.err())
                .contains("range-00001.rows is not a checkpoint of bitfront")
                .doesNotContain("in use");
    }

    /// A file system that is slow to open ranges: another task is in the middle of its own then.
    public static final class Slow extends RawLocalFileSystem {
        private static final int MILLIS = 500;

        @Override
        public URI getUri() {
            return URI.create("slow:///");
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
            try {
                Thread.sleep(file.getName().startsWith("range-") ? MILLIS : 0);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.open(file, buffer);
        }
    }
}
