package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.Device;
import io.bitfront.order.OrderingKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GraphTourTest extends SuiteRuns {
    private final Set<String> notes = new LinkedHashSet<>();
    private final List<String> visited = new ArrayList<>();

    private void visit(GraphTour tour) {
        tour.visitGraphs(
                notes,
                (made, graph) ->
                        visited.add(made.name() + " " + graph.ordering().word()));
    }

    /// On a device that is nowhere none is.
    @Test
    void whatCannotBeMeasuredIsLeftOutWithANote() {
        new GraphTour(
                        options(new Device.Gpu(99), List.of(), 8),
                        List.of("kron", "chain"),
                        kind -> List.of(OrderingKind.DEGREE))
                .run(notes, (subject, graph) -> visited.add(subject.name()));
        assertThat(visited).isEmpty();
        assertThat(notes)
                .hasSize(2)
                .allMatch(note -> note.matches("(kron|chain) 8, degree order, left out: gpu:99: .+"));
        assertThat(said).containsAll(notes);
    }

    /// Sizes ascend, and each is of the kinds that have it; orders stand once, `auto` for the one it chooses.
    @Test
    void graphsAreVisitedBySizeAndOrder() {
        visit(new GraphTour(
                        options(Device.cpu(), List.of()),
                        List.of("kron", "road"),
                        kind -> kind.equals("kron")
                                ? List.of(OrderingKind.DEGREE, OrderingKind.AUTO, OrderingKind.NATURAL)
                                : List.of(OrderingKind.RCM))
                .withScales(kind -> kind.equals("kron") ? List.of(11, 9) : List.of(10, 9)));
        assertThat(visited)
                .containsExactly(
                        "kron 9 degree",
                        "kron 9 natural",
                        "road 9 rcm",
                        "road 10 rcm",
                        "kron 11 degree",
                        "kron 11 natural");
        assertThat(notes).isEmpty();
    }

    /// Twenty, and what the user names in its place.
    @Test
    void aTourHasItsUsualScaleUnlessOneIsNamed() {
        BenchOptions shrunk = shrunk(11, null);
        visit(new GraphTour(shrunk, List.of("chain"), kind -> List.of(OrderingKind.NATURAL)));
        visit(new GraphTour(
                options(Device.cpu(), List.of("star"), 10), List.of("chain"), kind -> List.of(OrderingKind.NATURAL)));
        assertThat(visited).containsExactly("chain 9 natural", "star 10 natural");
    }
}
