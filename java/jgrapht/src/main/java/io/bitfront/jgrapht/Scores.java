package io.bitfront.jgrapht;

import java.util.Map;
import java.util.function.Supplier;
import org.jgrapht.alg.interfaces.VertexScoringAlgorithm;

/// Scores that are computed once, when first asked for.
final class Scores<V> implements VertexScoringAlgorithm<V, Double> {
    private final Supplier<Map<V, Double>> computation;
    private Map<V, Double> scores;

    Scores(Supplier<Map<V, Double>> computation) {
        this.computation = computation;
    }

    @Override
    public synchronized Map<V, Double> getScores() {
        if (scores == null) {
            scores = Map.copyOf(computation.get());
        }
        return scores;
    }

    @Override
    public Double getVertexScore(V vertex) {
        Double score = getScores().get(vertex);
        if (score == null) {
            throw new IllegalArgumentException("vertex %s is not in the graph".formatted(vertex));
        }
        return score;
    }
}
