package io.bitfront.spark;

import io.bitfront.cli.output.ClosenessFile;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.file.FileException;
import io.bitfront.progress.Elapsed;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Where a task's rows go: to a part file, or the highest of them to the driver.
///
/// @param highest null where part files are written
record RowSink(JobSpec spec, JobMetrics metrics, HighestRows highest) implements Serializable {
    /// Names of part files sort as their numbers.
    static String partName(JobSpec spec, int part) {
        return String.format(Locale.ROOT, "part-%05d%s", part, spec.format().suffix());
    }

    void accept(HostedJob job, int part, ClosenessResult rows, Scratch scratch) {
        long begin = System.nanoTime();
        if (highest != null) {
            highest.offer(rows);
            metrics.written(rows.rowCount(), 0, Elapsed.nanos(begin));
            return;
        }
        Path file = scratch.file(partName(spec, part));
        try {
            ClosenessFile.writePassing(file, rows);
            job.output().put(file, partName(spec, part));
            metrics.written(rows.rowCount(), Files.size(file), Elapsed.nanos(begin));
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
    }
}
