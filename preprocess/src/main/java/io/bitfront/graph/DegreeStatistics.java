package io.bitfront.graph;

import io.bitfront.graph.DegreeHistogram.PowerLawFit;
import io.bitfront.parallel.Workers;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// What the degrees alone say about a graph.
///
/// @param isolatedVertices vertices without any edge
/// @param meanDegree directed edges per vertex
/// @param scaleFree the paper's verdict (footnote 2): in- or out-degrees are heavy-tailed or follow a power law
/// @param reason the figures behind the verdict, in a few words
/// @param topShare of the degrees that the 1% of the vertices with the largest hold, the larger of both directions
public record DegreeStatistics(
        int isolatedVertices,
        int maxOutDegree,
        int maxInDegree,
        double meanDegree,
        boolean scaleFree,
        String reason,
        double topShare) {
    private static final long GRAIN = 1 << 16;
    private static final int TOP_PERCENT_SHARE = 5;
    private static final int TOP_TENTH_SHARE = 40;
    private static final double LEAST_R2 = 0.70;
    private static final double LEAST_GAMMA = 1;
    private static final double MOST_GAMMA = 5;

    /// Measures a graph.
    ///
    /// @param in the same object as `out` where the graph is undirected
    public static DegreeStatistics of(Csc out, Csc in, Workers workers) {
        int n = out.vertexCount();
        DegreeHistogram outDegrees = DegreeHistogram.of(out.columnStart(), workers);
        DegreeHistogram inDegrees = in == out ? outDegrees : DegreeHistogram.of(in.columnStart(), workers);
        return of(outDegrees, inDegrees, n, out.edgeCount(), isolated(out, in, workers));
    }

    /// Statistics of degrees that were counted elsewhere.
    ///
    /// @param in the same object as `out` where the graph is undirected
    public static DegreeStatistics of(DegreeCounts out, DegreeCounts in, int vertices, long edges, int isolated) {
        DegreeHistogram outDegrees = DegreeHistogram.of(out);
        return of(outDegrees, in == out ? outDegrees : DegreeHistogram.of(in), vertices, edges, isolated);
    }

    @SuppressWarnings("ReferenceEquality") // one histogram for both directions is what makes a graph undirected
    private static DegreeStatistics of(DegreeHistogram out, DegreeHistogram in, int n, long edges, int isolated) {
        Verdict verdict = Verdict.of(out, n, edges, in == out ? "" : "out-");
        if (in != out && edges > 0 && !verdict.scaleFree()) {
            Verdict second = Verdict.of(in, n, edges, "in-");
            verdict = second.scaleFree() ? second : new Verdict(false, verdict.reason() + "; " + second.reason());
        }
        return new DegreeStatistics(
                isolated,
                out.largest(),
                in.largest(),
                n == 0 ? 0 : (double) edges / n,
                verdict.scaleFree(),
                verdict.reason(),
                Math.max(topShare(out, n, edges), topShare(in, n, edges)));
    }

    private static double topShare(DegreeHistogram degrees, int vertices, long edges) {
        return edges == 0 ? 0 : (double) degrees.sumOfLargest(Math.max(1, vertices / 100)) / edges;
    }

    private static int isolated(Csc out, Csc in, Workers workers) {
        AtomicInteger isolated = new AtomicInteger();
        workers.forRange(0, out.vertexCount(), GRAIN, (worker, begin, end) -> {
            DegreeBlocks inDegrees = new DegreeBlocks(in.columnStart());
            DegreeBlocks.forEach(
                    out.columnStart(),
                    begin,
                    end,
                    (first, degrees, count) -> isolated.addAndGet(
                            bothZero(degrees, in == out ? degrees : inDegrees.read(first, count), count)));
        });
        return isolated.get();
    }

    private static int bothZero(int[] ones, int[] others, int count) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            found += (ones[i] | others[i]) == 0 ? 1 : 0;
        }
        return found;
    }

    private record Verdict(boolean scaleFree, String reason) {
        static Verdict of(DegreeHistogram histogram, int vertices, long edges, String side) {
            if (edges == 0) {
                return new Verdict(false, "no edges");
            }
            long percent = histogram.sumOfLargest(Math.max(1, vertices / 100));
            long tenth = histogram.sumOfLargest(Math.max(1, vertices / 10));
            PowerLawFit fit = histogram.fit();
            boolean heavyTailed = percent * 100 >= TOP_PERCENT_SHARE * edges && tenth * 100 >= TOP_TENTH_SHARE * edges;
            boolean powerLaw = fit.r2() >= LEAST_R2 && fit.gamma() >= LEAST_GAMMA && fit.gamma() <= MOST_GAMMA;
            String shares = String.format(
                    Locale.ROOT,
                    "the top 1%% and 10%% of vertices hold %.1f%% and %.1f%% of the %sdegrees",
                    100.0 * percent / edges,
                    100.0 * tenth / edges,
                    side);
            String line =
                    String.format(Locale.ROOT, "%sdegree histogram: gamma %.2f, R2 %.2f", side, fit.gamma(), fit.r2());
            if (heavyTailed) {
                return new Verdict(true, "scale-free: " + shares);
            }
            return powerLaw
                    ? new Verdict(true, "scale-free: " + line)
                    : new Verdict(false, "not scale-free: " + shares + ", " + line);
        }
    }
}
