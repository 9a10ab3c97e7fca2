package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// What a closeness job computes, on one machine or many.
public final class JobOptions {
    private static final String ALL = "all";
    private static final String SAMPLE = "sample:";
    private static final String ERROR = "error:";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--sources",
            paramLabel = "WHICH",
            defaultValue = ALL,
            description =
                    "Which vertices get a value: all; V[,V...]; FILE with one id per line; sample:K estimates all from"
                            + " K random vertices, error:E from as many as it takes to know each to within E times its"
                            + " value (0.01) with 95%% confidence. Default: all.")
    private String sources;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Which K vertices sample:K draws. Default: ${DEFAULT-VALUE}.")
    private long seed;

    /// What measures are called.
    private static final class MeasureWords extends AbstractList<String> {
        @Override
        public String get(int index) {
            return ClosenessMeasure.values()[index].word();
        }

        @Override
        public int size() {
            return ClosenessMeasure.values().length;
        }
    }

    @Option(
            names = "--measures",
            paramLabel = "M",
            split = ",",
            preprocessor = CommaList.class,
            defaultValue = "wf",
            completionCandidates = MeasureWords.class,
            description = "One or more of ${COMPLETION-CANDIDATES}; --top ranks by the first. Default:"
                    + " ${DEFAULT-VALUE}.")
    private List<ClosenessMeasure> measures;

    @Option(
            names = "--direction",
            paramLabel = "DIR",
            defaultValue = "out",
            description = "In a directed graph: hops from the vertex along edges (out) or to it (in). Default: out.")
    private Direction direction;

    @Option(
            names = "--top",
            paramLabel = "K",
            converter = Top.class,
            description = "Only the K highest by the first measure, ties by id; all: every vertex, the highest first.")
    private int top;

    @Option(
            names = "--no-bounds",
            description = "Search from every vertex, whatever follows from others: the same rows, for checking.")
    private boolean noBounds;

    @Option(
            names = "--batch",
            paramLabel = "B",
            defaultValue = "auto",
            description = "Sources traversed at once: auto, 256, 512 or 1024. Default: auto.")
    private String batch;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "auto",
            description =
                    "How batches are run: auto (what is fastest), wide (whole words of state), independent (each search"
                            + " by itself); paper and tensor (the paper's Algorithm 5, 256 sources at once) need a GPU."
                            + " Default: auto.")
    private BatchMode mode;

    /// A count of vertices, or all there are.
    private static final class Top implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                return value.equals(ALL) ? Integer.MAX_VALUE : Integer.parseInt(value);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "expected a number of vertices below 2^31, or all, found '%s'".formatted(value));
            }
        }
    }

    /// What makes two jobs on one graph find the same rows, in words: jobs for the highest and for eccentricities
    /// find few of those that others find.
    ///
    /// @param job as it is run: a list of vertices may have changed under its name
    String identity(ClosenessJob job) {
        String which = job.sources() instanceof ClosenessJob.Sources.Listed(List<Long> ids)
                ? "%s (%d, %08x)".formatted(sources, ids.size(), ids.hashCode())
                : sources;
        String rows = "%s %d %s".formatted(which, seed, direction.word());
        boolean all = top == 0 && !measures.equals(List.of(ClosenessMeasure.ECCENTRICITY));
        return all ? rows : "%s %d %s".formatted(rows, top, measures);
    }

    /// Which vertices, as it was asked.
    public String sources() {
        return sources;
    }

    /// The file that lists the vertices, as it was named; null where none does.
    public String listFile() {
        return sources.equals(ALL) || sampled() ? null : sources;
    }

    /// The job; without the vertices of a list, which need the graph.
    public ClosenessJob template(Path checkpoint) {
        if (spec.commandLine().getParseResult().hasMatchedOption("--top") && top < 1) {
            throw Usage.bad(spec, "--top %d: expected at least 1".formatted(top));
        }
        if (spec.commandLine().getParseResult().hasMatchedOption("--seed") && !sampled()) {
            throw Usage.bad(spec, "--seed only goes with --sources sample:K or error:E");
        }
        if (noBounds && sampled()) {
            throw Usage.bad(spec, "--no-bounds does not go with --sources sample:K or error:E");
        }
        return Usage.valid(spec, () -> {
            ClosenessJob.Sources which = sampled()
                    ? sample()
                    : listFile() == null ? new ClosenessJob.Sources.All() : new ClosenessJob.Sources.Listed(List.of());
            return new ClosenessJob(which, measures, direction, top, width(), mode, checkpoint, !noBounds);
        });
    }

    private boolean sampled() {
        return sources.startsWith(SAMPLE) || sources.startsWith(ERROR);
    }

    private ClosenessJob.Sources sample() {
        return sources.startsWith(SAMPLE)
                ? new ClosenessJob.Sources.Sample(pivots(), seed)
                : new ClosenessJob.Sources.Error(error(), seed);
    }

    private double error() {
        try {
            double error = Double.parseDouble(sources.substring(ERROR.length()));
            if (!(error > 0 && error < 1)) {
                throw new IllegalArgumentException(
                        "--sources %s: expected error:E with E between 0 and 1".formatted(sources));
            }
            return error;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--sources %s: expected error:E with a number E".formatted(sources), e);
        }
    }

    private int pivots() {
        String count = sources.substring(SAMPLE.length());
        try {
            int pivots = Integer.parseInt(count);
            if (pivots < 1) {
                throw new IllegalArgumentException(
                        "--sources %s: expected sample:K with K at least 1".formatted(sources));
            }
            return pivots;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--sources %s: expected sample:K with a number K".formatted(sources), e);
        }
    }

    private int width() {
        return switch (batch) {
            case "auto" -> 0;
            case "256", "512", "1024" -> Integer.parseInt(batch);
            default ->
                throw new IllegalArgumentException("--batch %s: expected one of auto, 256, 512, 1024".formatted(batch));
        };
    }

    /// Files of vertices that are read.
    List<Path> lists() {
        return VertexWords.files(listFile());
    }

    /// The job with the vertices of a list.
    ClosenessJob withSources(ClosenessJob template, Graph graph, Consumer<String> say) {
        if (listFile() == null) {
            return template;
        }
        VertexList.Reading each = VertexList.Reading.EACH_ONCE;
        return template.withSources(
                ClosenessJob.Sources.Listed.of(VertexWords.listed(spec, "--sources", sources, graph, each, say)));
    }
}
