package io.bitfront.engine.closeness;

import io.bitfront.cache.CacheFacts;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// How the sources of a job are cut into ranges that any number of machines may run. It follows from the job and the
/// graph's cache alone, so that the same job always has the same ranges; made without opening the graph.
///
/// Ranges are long first and short last ("factoring", Hummel, Schonberg and Flynn 1992): [#TIER] of a size that holds
/// half of what is left, and so on down to single units. So there are few, and nobody waits long for the last one.
///
/// @param sources how many there are, repetitions included
/// @param unit sources of the shortest range, but for the last one
/// @param description the lines of [JobDescription#bytes], for kept sums
public record RangePlan(int sources, int unit, String description) implements Serializable {
    /// Ranges hold whole batches of the widest kind.
    private static final int BATCH = 1_024;
    /// Ranges of the same size: 1,000 machines still have one each among the shortest.
    private static final int TIER = 1 << 10;
    /// A range of a sample costs 32 bytes a vertex of the graph on its way.
    private static final int MOST_SAMPLE_RANGES = 1 << 10;

    /// The plan of a job over a cache.
    ///
    /// @param job where it lists sources, without them
    /// @param sources of the job, at least as many as are different
    /// @param listChecksum of the file of a list; else of no meaning
    public static RangePlan of(CacheFacts cache, ClosenessJob job, int sources, int listChecksum) {
        int batches = job.sampled() ? Math.max(1, Math.ceilDiv(Math.ceilDiv(sources, MOST_SAMPLE_RANGES), BATCH)) : 1;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("vertices", JobDescription.number(cache.vertexCount()));
        facts.put("edges", JobDescription.number(cache.edgeCount()));
        facts.put("edge directions", cache.directed() ? "directed" : "undirected");
        facts.put("cache checksum", "%08x".formatted(cache.checksum()));
        facts.put(
                "sources",
                job.sources() instanceof ClosenessJob.Sources.Listed
                        ? "a list (checksum %08x)".formatted(listChecksum)
                        : JobDescription.sources(job.sources()));
        facts.put("direction", job.direction().word());
        RangePlan plan = new RangePlan(sources, batches * BATCH, "");
        facts.put(
                "ranges",
                String.format(Locale.ROOT, "%,d of %,d to %,d sources", plan.ranges(), plan.unit, plan.longest()));
        return new RangePlan(sources, plan.unit, lines(facts));
    }

    public int ranges() {
        int ranges = 0;
        int left = units();
        while (unitsOfNext(left) > 1) {
            ranges += TIER;
            left -= TIER * unitsOfNext(left);
        }
        return ranges + left;
    }

    /// Sources before a range.
    public int first(int range) {
        int before = 0;
        int ahead = range;
        int size = unitsOfNext(units());
        while (size > 1 && ahead > TIER) {
            before += TIER * size;
            ahead -= TIER;
            size = unitsOfNext(units() - before);
        }
        return (int) Math.min((long) (before + ahead * size) * unit, sources);
    }

    /// Sources of a range.
    public int size(int range) {
        return first(range + 1) - first(range);
    }

    /// Sources of the longest range.
    private int longest() {
        return (int) Math.min((long) unitsOfNext(units()) * unit, sources);
    }

    private int units() {
        return Math.ceilDiv(sources, unit);
    }

    /// Units of the longest range that is cut from `left`.
    private static int unitsOfNext(int left) {
        return Math.max(1, left / (2 * TIER));
    }

    /// These ranges, of a job that one more fact describes.
    public RangePlan with(String fact, String value) {
        Map<String, String> facts = new LinkedHashMap<>(header().job().facts());
        facts.put(fact, value);
        return new RangePlan(sources, unit, lines(facts));
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
    /// @param place what messages call the file
    /// @param name what they call the folder
    /// @throws FileException where it belongs to another graph or job, naming the difference
    public void requireMark(Path file, Object place, Object name) {
        header().requireOf(file, place, name);
    }

    CheckpointHeader header() {
        return new CheckpointHeader(JobDescription.parse(description.getBytes(StandardCharsets.UTF_8)));
    }
}
