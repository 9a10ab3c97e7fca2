package io.bitfront.spark;

import io.bitfront.cli.output.OutputFormat;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import io.bitfront.engine.closeness.RangePlan;
import java.io.Serializable;
import java.util.List;

/// A job as the driver tells it to its executors.
///
/// @param id of this run, different for every one
/// @param cacheChecksum of the graph the driver saw
/// @param copies folder on every host for copies of a graph that is on no shared path, or null for the user's own
/// @param list file of the sources, or null
/// @param listChecksum of the file that the driver saw
/// @param sample pivots of a sample, or 0
/// @param bounds whether rows may be found with fewer searches than vertices
/// @param cpuOnly whether GPUs that Spark gives are left alone
/// @param output folder of the part files, or null
/// @param checkpoint folder of the finished ranges, or null
record JobSpec(
        String id,
        String graph,
        int cacheChecksum,
        int vertexCount,
        String copies,
        String list,
        int listChecksum,
        int sample,
        long seed,
        ClosenessMeasure[] measures,
        Direction direction,
        BatchMode mode,
        int width,
        boolean bounds,
        boolean cpuOnly,
        RangePlan plan,
        OutputFormat format,
        String output,
        String checkpoint)
        implements Serializable {

    /// @param ids of the list
    ClosenessJob job(long... ids) {
        ClosenessJob.Sources sources = list != null
                ? ClosenessJob.Sources.Listed.of(ids)
                : sample > 0 ? new ClosenessJob.Sources.Sample(sample, seed) : new ClosenessJob.Sources.All();
        return new ClosenessJob(sources, List.of(measures), direction, 0, width, mode, null, bounds);
    }
}
