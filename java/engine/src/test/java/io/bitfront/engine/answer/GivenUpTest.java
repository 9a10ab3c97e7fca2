package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.Components;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Long steps of the host end at any of the looks that they take.
class GivenUpTest {
    private static final int VERTICES = 2 * GivenUp.SELDOM + 5;

    /// Whoever asks more than this many times is told to stop.
    private record After(int looks, AtomicInteger asked) implements BooleanSupplier {
        After(int looks) {
            this(looks, new AtomicInteger());
        }

        @Override
        public boolean getAsBoolean() {
            return asked.getAndIncrement() >= looks;
        }
    }

    private static void endsAtEachLook(int least, Consumer<BooleanSupplier> step) {
        After never = new After(Integer.MAX_VALUE);
        step.accept(never);
        int looks = never.asked().get();
        assertThat(looks).isGreaterThanOrEqualTo(least);
        int stride = Math.max(1, looks / 16);
        for (int look = 0; look < looks; look += stride) {
            After stop = new After(look);
            assertThatThrownBy(() -> step.accept(stop)).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void strongComponents() {
        try (Graph graph = Prepared.graph(Shapes.oneWayChain(VERTICES))) {
            endsAtEachLook(2, stop -> StrongComponents.of(graph.out(), stop));
            endsAtEachLook(5, stop -> Reach.of(graph, true, Optional::empty, stop));
        }
    }

    @Test
    void componentLabels() {
        try (Graph graph = Prepared.graph(Shapes.chain(VERTICES));
                Workers workers = new Workers(2)) {
            endsAtEachLook(3 * (VERTICES >> 14), stop -> {
                try (Arena arena = Arena.ofShared()) {
                    Components.label(graph.out(), graph.in(), arena, workers, stop);
                }
            });
        }
    }

    @Test
    void eccentricitiesOfDirectedGraphs() {
        try (Graph graph = Prepared.graph(Shapes.oneWayChain(VERTICES))) {
            endsAtEachLook(6, stop -> {
                DirectedEccentricities bounds = new DirectedEccentricities(
                        graph.out(), graph.in(), graph.permutation().oldIdOf(), stop);
                bounds.boundByPivots();
                bounds.searchAround(0);
            });
        }
    }

    @Test
    void searches() {
        try (Graph graph = Prepared.graph(Shapes.chain(VERTICES))) {
            endsAtEachLook(2, stop -> new HostSearch(stop, graph.out()).depth(0));
            endsAtEachLook(2, stop -> new HostSearch(stop, graph.out()).goOn(0));
        }
    }

    /// Of a star all leaves are twins and covered, of a path none.
    @Test
    void followers() {
        for (TestGraph shape : List.of(Shapes.star(VERTICES), Shapes.chain(VERTICES))) {
            try (Graph graph = Prepared.graph(shape)) {
                endsAtEachLook(
                        VERTICES >> 12, stop -> Representatives.of(graph, true, Representatives.Kinds.ALL, stop));
            }
        }
    }

    @Test
    void coveredVertices() {
        try (Graph graph = Prepared.graph(Shapes.star(VERTICES));
                Workers workers = new Workers(2)) {
            endsAtEachLook(VERTICES >> 10, stop -> CoveredVertices.of(graph.out(), workers, stop));
            CoveredVertices covered = CoveredVertices.of(graph.out(), workers, () -> false);
            endsAtEachLook(6, stop -> GraphReduction.of(graph, covered, stop));
        }
    }
}
