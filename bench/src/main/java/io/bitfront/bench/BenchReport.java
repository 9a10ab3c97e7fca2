package io.bitfront.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// The result file of a run: what a reader needs to judge the numbers and to repeat them.
///
/// @param command the arguments that started it
/// @param driver of the GPU, absent where none was used
/// @param tepsRule how TEPS are counted, in words
/// @param studies what each level would have taken each way
/// @param peers other programs on the same graphs
/// @param judged whether targets are judged: not where graphs were shrunk or come from files, of which they say
///     nothing
/// @param comparisons with an earlier result file, empty without one
/// @param notes what was left out, and why
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BenchReport(
        String suite,
        String command,
        Machine machine,
        String driver,
        String tepsRule,
        List<BfsMeasurement> bfs,
        List<BatchMeasurement> batches,
        List<JobMeasurement> jobs,
        List<AnswerMeasurement> answers,
        List<SwitchStudy> studies,
        List<PeerMeasurement> peers,
        List<Target> targets,
        boolean judged,
        List<Comparison> comparisons,
        List<String> notes) {
    public static final String TEPS_RULE =
            "edges out of reached vertices (an undirected edge counts twice) / kernel time";
}
