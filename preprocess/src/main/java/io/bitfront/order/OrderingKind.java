package io.bitfront.order;

import io.bitfront.graph.DegreeStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The orderings there are.
public enum OrderingKind {
    /// [#JACCARD] or [#CELLS], chosen by a graph's degrees: see [#chosenFor].
    AUTO(true, false, OrderingKind::none),
    /// [#JACCARD] or [#RCM], chosen so: the paper's rule (Section 4.2).
    PAPER(true, false, OrderingKind::none),
    JACCARD(true, false, options -> new JaccardOrdering(options.window())),
    RCM(false, false, options -> new RcmOrdering()),
    CELLS(false, false, options -> new CellOrdering()),
    DEGREE(false, false, options -> new DegreeOrdering()),
    NATURAL(false, false, options -> new NaturalOrdering()),
    RANDOM(false, true, options -> new RandomOrdering(options.seed()));

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

    /// Those that this one may stand for.
    public List<OrderingKind> candidates() {
        return switch (this) {
            case AUTO -> List.of(JACCARD, CELLS);
            case PAPER -> List.of(JACCARD, RCM);
            default -> List.of(this);
        };
    }

    /// This one; of a rule the first candidate for scale-free-like graphs, else the second.
    public Choice chosenFor(DegreeStatistics degrees) {
        return isRule()
                ? new Choice(candidates().get(degrees.scaleFree() ? 0 : 1), degrees.reason())
                : new Choice(this, "");
    }
}
