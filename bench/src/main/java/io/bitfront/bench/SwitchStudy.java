package io.bitfront.bench;

import java.util.List;
import java.util.Map;

/// What the levels of some traversals took as `auto` mode ran them and would have taken every other way (paper Figure
/// 5).
///
/// @param tickNanos of the clock: the largest number that divides all times of levels
/// @param levels of all sources together
/// @param misclassified levels that took more than 1.1 times their best way
/// @param noisy levels that took more than 1.1 times what they took, the same way, in as many other runs
/// @param chosenMs all levels as `auto` ran them
/// @param oracleMs all levels, each its best way
/// @param wins share of levels and of the oracle's time by the way that was best
/// @param example the first source's levels, neighbouring ones together where there are many
/// @param others levels of the other sources, of those that have few
public record SwitchStudy(
        String graph,
        String kind,
        String ordering,
        int vertices,
        long edges,
        String device,
        int sources,
        int runs,
        long tickNanos,
        long levels,
        long misclassified,
        long noisy,
        double chosenMs,
        double oracleMs,
        double overOracle,
        List<ModeShare> wins,
        List<LevelCost> example,
        List<List<LevelCost>> others) {

    /// One level, or several neighbouring ones.
    ///
    /// @param level the first
    /// @param levels how many
    /// @param frontierVertices of the first
    /// @param frontierEdges of the first
    /// @param unvisited vertices before the first
    /// @param chosen way in which the first ran
    /// @param waysMs by way, of all together; a way that was not measured from the same state is absent
    public record LevelCost(
            int level,
            int levels,
            long frontierVertices,
            long frontierEdges,
            long unvisited,
            String chosen,
            double chosenMs,
            double bestMs,
            Map<String, Double> waysMs) {}
}
