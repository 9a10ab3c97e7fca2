package io.bitfront.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bitfront.engine.nvml.Nvml;
import java.util.List;

/// Batches of searches from many sources at once on one graph, engine and mode.
///
/// @param scale binary logarithm of the generated graph's size, 0 where it has none
/// @param mode `BatchMode`, by its word
/// @param width sources of a batch
/// @param sources how they were chosen: `random`, or `neighbours` as a job over all sources batches them
/// @param batches how many were timed, after one that was not
/// @param verified sources of the first batch whose sums were those of a search from each alone
/// @param batch distribution over batches, from the host handing over the sources to its having their sums
/// @param eachMs every batch, in order: of the same seed, batches of several modes are of the same sources
/// @param usPerBfs the median batch / its sources
/// @param joulesPerBfs of the whole GPU, absent where it does not say or the run was too short
/// @param clocksBefore absent without NVML
/// @param clocksAfter read while the GPU was still warm from the last batch
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BatchMeasurement(
        String graph,
        String kind,
        int scale,
        String ordering,
        int vertices,
        long edges,
        String device,
        String mode,
        int width,
        String sources,
        int batches,
        int verified,
        Distribution batch,
        List<Double> eachMs,
        double usPerBfs,
        Double joulesPerBfs,
        Nvml.Reading clocksBefore,
        Nvml.Reading clocksAfter) {

    /// What names a row across runs.
    public String key() {
        return String.join(" ", graph, ordering, mode, sources);
    }
}
