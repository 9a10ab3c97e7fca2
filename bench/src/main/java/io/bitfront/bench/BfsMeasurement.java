package io.bitfront.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bitfront.engine.nvml.Nvml;
import java.util.List;

/// The protocol's figures for one graph, engine and mode.
///
/// @param scale binary logarithm of the generated graph's size, 0 where it has none
/// @param switching rule of `auto` mode with its constants, `-` in other modes
/// @param variant what sets this row apart besides mode and switching, or empty
/// @param verified sources whose every level passed the linear-time checker before timing began
/// @param kernel distribution over sources of each source's median run
/// @param initialise resetting state, beside the kernel time and never in it
/// @param renumber putting levels into the input's numbering, from the verified runs
/// @param whole one call a source, by the host's clock: from the request to levels in the input's numbering, in memory
///     of the host that the call takes
/// @param slowestOverMedian largest per-source median over the median of all
/// @param gteps median over sources, 10⁹ edges/s by [BenchReport#TEPS_RULE]
/// @param usPerLevel median over sources of kernel time per level
/// @param ways share of levels and of time by direction, from the verified runs
/// @param joulesPerBfs of the whole GPU, resetting included, absent where it does not say
/// @param calibrationMs what measuring the costs of levels took once, before the verified runs; absent without it
/// @param clocksBefore absent without NVML
/// @param clocksAfter read while the GPU was still warm from the last run
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BfsMeasurement(
        String graph,
        String kind,
        int scale,
        String ordering,
        int vertices,
        long edges,
        double updateDivergence,
        String device,
        String mode,
        String switching,
        String variant,
        int sources,
        int runs,
        int verified,
        Distribution kernel,
        Distribution initialise,
        Distribution renumber,
        Distribution whole,
        double slowestOverMedian,
        double gteps,
        double usPerLevel,
        List<ModeShare> ways,
        Double joulesPerBfs,
        Double calibrationMs,
        Nvml.Reading clocksBefore,
        Nvml.Reading clocksAfter,
        List<SourceTime> perSource) {

    /// One source: its input id, depth, reached vertices and median kernel time.
    public record SourceTime(long source, int depth, long reached, double kernelMs) {}

    /// What names a row across runs.
    public String key() {
        return String.join(" ", graph, ordering, mode, switching, variant).strip();
    }
}
