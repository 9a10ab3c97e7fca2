package io.bitfront.engine.closeness;

import io.bitfront.cache.CacheFacts;
import io.bitfront.file.AtomicFile;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// How the sources of a job are cut into ranges that any number of machines may run. It follows from the job and the
/// graph's cache alone, so that the same job always has the same ranges; made without opening the graph.
///
/// @param sources how many there are, repetitions included
/// @param rangeSize sources of every range but the last ones
/// @param description the lines of [JobDescription#bytes], for kept sums
public record RangePlan(int sources, int rangeSize, String description) implements Serializable {
    /// Ranges hold whole batches of the widest kind.
    private static final int BATCH = 1_024;
    /// Enough for 1,000 machines to wait for the last range no longer than 3% of the time.
    private static final int MOST_RANGES = 1 << 15;
    /// A range of a sample costs 32 bytes a vertex of the graph on its way.
    private static final int MOST_SAMPLE_RANGES = 1 << 10;

    /// The plan of a job over a cache.
    ///
    /// @param job where it lists sources, without them
    /// @param sources of the job, at least as many as are different
    /// @param listChecksum of the file of a list; else of no meaning
    public static RangePlan of(CacheFacts cache, ClosenessJob job, int sources, int listChecksum) {
        int mostRanges = job.sampled() ? MOST_SAMPLE_RANGES : MOST_RANGES;
        int size = Math.max(1, Math.ceilDiv(Math.ceilDiv(sources, mostRanges), BATCH)) * BATCH;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("vertices", "%,d".formatted(cache.vertexCount()));
        facts.put("edges", "%,d".formatted(cache.edgeCount()));
        facts.put("edge directions", cache.directed() ? "directed" : "undirected");
        facts.put("cache checksum", "%08x".formatted(cache.checksum()));
        facts.put(
                "sources",
                job.sources() instanceof ClosenessJob.Sources.Listed
                        ? "a list (checksum %08x)".formatted(listChecksum)
                        : JobDescription.sources(job.sources()));
        facts.put("direction", job.direction().word());
        facts.put("ranges", "of %,d sources".formatted(size));
        return new RangePlan(sources, size, lines(facts));
    }

    public int ranges() {
        return Math.ceilDiv(sources, rangeSize);
    }

    /// Sources of a range.
    public int size(int range) {
        return Math.min(sources - range * rangeSize, rangeSize);
    }

    /// The same ranges, of a job that one more fact describes.
    public RangePlan with(String fact, String value) {
        Map<String, String> facts = new LinkedHashMap<>(header().job().facts());
        facts.put(fact, value);
        return new RangePlan(sources, rangeSize, lines(facts));
    }

    private static String lines(Map<String, String> facts) {
        return new String(new JobDescription(facts).bytes(), StandardCharsets.UTF_8);
    }

    /// Begins the file that says whose results a folder keeps, to be copied there.
    public void mark(Path file) {
        header().create(AtomicFile.passing(file));
    }

    /// Checks what [#mark] wrote.
    ///
    /// @param name what messages call the folder
    /// @throws CheckpointException where it belongs to another graph or job, naming the difference
    public void requireMark(Path file, Object name) {
        header().requireOf(file, name);
    }

    CheckpointHeader header() {
        return new CheckpointHeader(JobDescription.parse(description.getBytes(StandardCharsets.UTF_8)));
    }
}
