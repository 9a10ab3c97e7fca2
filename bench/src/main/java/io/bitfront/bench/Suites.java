package io.bitfront.bench;

import java.util.List;

/// The suites there are.
public final class Suites {
    private Suites() {}

    /// In the order they run, with no peers named.
    public static List<Suite> all() {
        return all(List.of());
    }

    /// In the order they run.
    ///
    /// @param peers other programs, of the suite that measures some
    public static List<Suite> all(List<Peer> peers) {
        return List.of(
                new StartSuite(),
                new PreprocessSuite(),
                new ScalingSuite(),
                new BfsSuite(),
                new ClosenessSuite(),
                new MultiSuite(),
                new ProjectionSuite(),
                new TableSuite(),
                new AblationSuite(),
                new SwitchSuite(),
                new GrowthSuite(),
                new UnlikeSuite(),
                new ComposedSuite(),
                new OrdersSuite(),
                new AnswersSuite(),
                new PeersSuite(peers));
    }

    /// The suites that run where none is named.
    public static List<Suite> standard() {
        return List.of(new StartSuite(), new PreprocessSuite(), new BfsSuite(), new ClosenessSuite());
    }

    /// @throws IllegalArgumentException naming the suites there are
    public static Suite named(String name) {
        return named(name, List.of());
    }

    /// @throws IllegalArgumentException naming the suites there are
    public static Suite named(String name, List<Peer> peers) {
        return all(peers).stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no suite is called %s, expected one of %s"
                        .formatted(
                                name,
                                String.join(
                                        ", ", all().stream().map(Suite::name).toList()))));
    }
}
