package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// What must agree for the sums of one run to serve another: the graph (whatever its ordering), the sources, the
/// direction. Measures, top, batch width and devices may differ: all of them use the same sums.
record JobDescription(Map<String, String> facts) {
    private static final String SEPARATOR = ": ";
    private static final List<String> OF_GRAPH = List.of("vertices", "edges", "edge directions", "graph hash");

    static JobDescription of(Graph graph, ClosenessJob job) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("vertices", number(graph.vertexCount()));
        facts.put("edges", number(graph.edgeCount()));
        facts.put("edge directions", graph.directed() ? "directed" : "undirected");
        facts.put("graph hash", "%016x".formatted(GraphFingerprint.of(graph)));
        facts.put("sources", sources(job.sources()));
        facts.put("direction", job.direction().word());
        return new JobDescription(facts);
    }

    /// Of rows that have nothing but eccentricities, which serve no other measure.
    static JobDescription ofEccentricities(Graph graph, ClosenessJob job) {
        Map<String, String> facts = new LinkedHashMap<>(of(graph, job).facts);
        facts.computeIfPresent("sources", (_, sources) -> sources + ", eccentricities alone");
        return new JobDescription(facts);
    }

    /// A number as it is kept and compared, whatever the language of the host.
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// The words for which vertices are traversed from.
    static String sources(ClosenessJob.Sources sources) {
        return switch (sources) {
            case ClosenessJob.Sources.All all -> "all";
            case ClosenessJob.Sources.Listed listed -> {
                long hash =
                        listed.ids().stream().mapToLong(GraphFingerprint::mix).sum();
                yield "a list (hash %016x)".formatted(hash);
            }
            case ClosenessJob.Sources.Error wanted ->
                "a sample to within %s with seed %s".formatted(wanted.error(), Long.toString(wanted.seed()));
            case ClosenessJob.Sources.Sample sample ->
                "a sample of %s with seed %s".formatted(number(sample.pivots()), Long.toString(sample.seed()));
        };
    }

    /// This description as lines `key: value`, UTF-8.
    byte[] bytes() {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + SEPARATOR + fact.getValue() + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Reads what [#bytes] wrote.
    static JobDescription parse(byte[] bytes) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            int colon = line.indexOf(SEPARATOR);
            if (colon > 0) {
                facts.put(line.substring(0, colon), line.substring(colon + SEPARATOR.length()));
            }
        }
        return new JobDescription(facts);
    }

    boolean sharesGraph(JobDescription other) {
        return OF_GRAPH.stream().allMatch(fact -> Objects.equals(facts.get(fact), other.facts.get(fact)));
    }

    /// The first fact in which `other` differs from this one, as `sources: all there, a list (...) here`; null if none.
    String difference(JobDescription other) {
        for (Map.Entry<String, String> fact : facts.entrySet()) {
            String there = other.facts.getOrDefault(fact.getKey(), "not said");
            if (!there.equals(fact.getValue())) {
                return "%s: %s there, %s here".formatted(fact.getKey(), there, fact.getValue());
            }
        }
        return null;
    }
}
