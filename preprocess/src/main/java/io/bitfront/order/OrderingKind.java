package io.bitfront.order;

import io.bitfront.graph.DegreeStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The orderings there are.
public enum OrderingKind {
    /// [#DEGREE], [#CELLS], [#RCM] or [#NATURAL], chosen by a graph's degrees and a sample of its edges: see
    /// [#chosenFor].
    AUTO(false, false, OrderingKind::none),
    /// [#JACCARD] or [#RCM], chosen so: the paper's rule (Section 4.2).
    PAPER(true, false, OrderingKind::none),
    JACCARD(true, false, options -> new JaccardOrdering(options.window())),
    RCM(false, false, options -> new RcmOrdering()),
    CELLS(false, false, options -> new CellOrdering()),
    DEGREE(false, false, options -> new DegreeOrdering()),
    NATURAL(false, false, options -> new NaturalOrdering()),
    RANDOM(false, true, options -> new RandomOrdering(options.seed()));

    /// From what share of all degrees on the top 1% of the vertices are hubs.
    private static final double HUBS = 0.07;

    /// From what share of closed paths of two edges on a graph with hubs is a web of sites: 0.52 to 0.62 of
    /// crawls, 0.36 of autonomous systems, at most 0.43 of Kronecker graphs of 2^10 vertices or more.
    private static final double SITES = 0.45;

    /// Fewest neighbours of the largest hub of a web of sites. Smaller graphs are as closed without sites: 0.5 to 0.65
    /// of Kronecker graphs below 2^10 vertices.
    private static final int HUB_OF_SITES = 1_000;

    private static final double FEW_NEIGHBOURS = 8;

    /// From what share of closed paths of two edges on a vertex's neighbours are each other's.
    private static final double CLOSED = 0.05;

    /// From what share of paths of two edges in squares on a graph without triangles is a grid: 0.67 of a whole one's,
    /// 0.26 of one from which 38% of the edges are gone.
    private static final double SQUARES = 0.5;

    /// From what share of paths with far ends on edges lead across: communities, and no mesh.
    private static final double FAR = 0.02;

    private final boolean windowed;
    private final boolean seeded;
    private final Function<OrderingOptions, Ordering> maker;

    OrderingKind(boolean windowed, boolean seeded, Function<OrderingOptions, Ordering> maker) {
        this.windowed = windowed;
        this.seeded = seeded;
        this.maker = maker;
    }

    /// An ordering that was chosen and why, in a few words; the reason is empty where it was asked for.
    public record Choice(OrderingKind kind, String reason) {}

    /// The word on the command line and in caches.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// All words.
    public static List<String> words() {
        return Stream.of(values()).map(OrderingKind::word).toList();
    }

    /// @throws IllegalArgumentException naming those there are
    public static OrderingKind named(String word) {
        return Stream.of(values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no ordering is called %s, expected one of %s"
                        .formatted(word, words().stream().collect(Collectors.joining(", ")))));
    }

    /// Whether its result depends on [OrderingOptions#window].
    public boolean windowed() {
        return windowed;
    }

    /// Whether its result depends on [OrderingOptions#seed].
    public boolean seeded() {
        return seeded;
    }

    /// What carries it out.
    ///
    /// @throws IllegalArgumentException for one that stands for others
    public Ordering with(OrderingOptions options) {
        return maker.apply(options);
    }

    private static Ordering none(OrderingOptions options) {
        throw new IllegalArgumentException("this ordering stands for another one");
    }

    /// Whether it stands for one of [#candidates].
    public boolean isRule() {
        return this == AUTO || this == PAPER;
    }

    /// The orderings that this one may stand for.
    public List<OrderingKind> candidates() {
        return switch (this) {
            case AUTO -> List.of(DEGREE, CELLS, RCM, NATURAL);
            case PAPER -> List.of(JACCARD, RCM);
            default -> List.of(this);
        };
    }

    /// This one, or what a rule stands for on a graph.
    ///
    /// @param sample of its edges, taken where the rule asks for one
    public Choice chosenFor(DegreeStatistics degrees, Supplier<EdgeSample> sample) {
        return switch (this) {
            case PAPER -> new Choice(degrees.scaleFree() ? JACCARD : RCM, degrees.reason());
            case AUTO -> auto(degrees, sample);
            default -> new Choice(this, "");
        };
    }

    /// Hubs first where there are hubs: most marks and bits are theirs, and then lie together. But pages of a site link
    /// to each other more than to hubs, and `degree` tears sites apart: cells keep them. Where there are no hubs,
    /// cells keep neighbours together on meshes and in communities, with two exceptions. `rcm` numbers a grid
    /// so that all lists look alike, whose branches a CPU foresees. Communities that are numbered one after
    /// the other are whole, where edges between them tear cells apart. Where neighbours have nothing in common, no
    /// order is better than another, and the one there is costs nothing.
    private static Choice auto(DegreeStatistics degrees, Supplier<EdgeSample> sample) {
        String hubs = String.format(
                Locale.ROOT, "the top 1%% of vertices hold %.1f%% of the degrees", 100 * degrees.topShare());
        if (degrees.topShare() >= HUBS) {
            return withHubs(hubs, degrees, sample);
        }
        EdgeSample found = sample.get();
        return degrees.meanDegree() <= FEW_NEIGHBOURS
                ? mesh(String.format(Locale.ROOT, "%s, mean degree %.1f", hubs, degrees.meanDegree()), found)
                : dense(hubs, found);
    }

    private static Choice withHubs(String said, DegreeStatistics degrees, Supplier<EdgeSample> sample) {
        if (Math.max(degrees.maxInDegree(), degrees.maxOutDegree()) < HUB_OF_SITES) {
            return new Choice(DEGREE, said);
        }
        EdgeSample found = sample.get();
        return found.closed() < SITES ? new Choice(DEGREE, said) : new Choice(CELLS, withClosed(said, found));
    }

    private static Choice mesh(String said, EdgeSample found) {
        boolean grid = found.closed() < CLOSED && found.squares() >= SQUARES;
        return grid
                ? new Choice(RCM, String.format(Locale.ROOT, "%s, %s in squares", said, share(found.squares(), found)))
                : new Choice(CELLS, said);
    }

    private static Choice dense(String hubs, EdgeSample found) {
        String said = withClosed(hubs, found);
        if (found.closed() < CLOSED) {
            return new Choice(NATURAL, said);
        }
        boolean whole = found.numbersAreNear() && found.far() >= FAR;
        return whole
                ? new Choice(
                        NATURAL, String.format(Locale.ROOT, "%s, %.1f%% between near ids", said, 100 * found.near()))
                : new Choice(CELLS, said);
    }

    private static String withClosed(String said, EdgeSample found) {
        return "%s, %s closed".formatted(said, share(found.closed(), found));
    }

    private static String share(double share, EdgeSample found) {
        return String.format(Locale.ROOT, "%.1f%% of %d paths of two edges are", 100 * share, found.paths());
    }
}
