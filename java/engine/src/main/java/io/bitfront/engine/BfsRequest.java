package io.bitfront.engine;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.PaperKernel;
import io.bitfront.engine.lab.SwitchPolicy;
import io.bitfront.engine.lab.SwitchRule;

/// One traversal. Immutable; start from [#from] and adjust.
///
/// @param source input id
/// @param parents whether to compute for every reached vertex its smallest (by input id) in-neighbour one level up
/// @param maxLevel last level to be completed, or [Integer#MAX_VALUE]
/// @param targets input ids; the traversal ends once all are found, the level of the last one completed; empty: none
/// @param trace whether to record each level
/// @param tensor whether `auto` may choose tensor levels; the CPU engine has none
/// @param switching by what `auto` mode chooses each level's way; other modes take no notice
/// @param plan levels of `auto` mode that do not ask the rule
/// @param kernel which of the paper's kernels `paper` mode runs
public record BfsRequest(
        long source,
        BfsMode mode,
        boolean parents,
        int maxLevel,
        long[] targets,
        boolean trace,
        boolean tensor,
        SwitchPolicy switching,
        LevelPlan plan,
        PaperKernel kernel) {
    public BfsRequest {
        if (maxLevel < 0) {
            throw new IllegalArgumentException("max level %d is negative".formatted(maxLevel));
        }
    }

    /// All levels from `source`, no parents, no trace, mode auto.
    public static BfsRequest from(long source) {
        return new BfsRequest(
                source,
                BfsMode.AUTO,
                false,
                Integer.MAX_VALUE,
                new long[0],
                false,
                true,
                SwitchRule.AUTO.policy(),
                LevelPlan.FREE,
                PaperKernel.CHOSEN);
    }

    public BfsRequest withSource(long newSource) {
        return new BfsRequest(newSource, mode, parents, maxLevel, targets, trace, tensor, switching, plan, kernel);
    }

    public BfsRequest withMode(BfsMode newMode) {
        return new BfsRequest(source, newMode, parents, maxLevel, targets, trace, tensor, switching, plan, kernel);
    }

    public BfsRequest withParents(boolean wanted) {
        return new BfsRequest(source, mode, wanted, maxLevel, targets, trace, tensor, switching, plan, kernel);
    }

    public BfsRequest withMaxLevel(int level) {
        return new BfsRequest(source, mode, parents, level, targets, trace, tensor, switching, plan, kernel);
    }

    public BfsRequest withTargets(long... ids) {
        return new BfsRequest(source, mode, parents, maxLevel, ids, trace, tensor, switching, plan, kernel);
    }

    public BfsRequest withTrace(boolean wanted) {
        return new BfsRequest(source, mode, parents, maxLevel, targets, wanted, tensor, switching, plan, kernel);
    }

    public BfsRequest withTensor(boolean allowed) {
        return new BfsRequest(source, mode, parents, maxLevel, targets, trace, allowed, switching, plan, kernel);
    }

    public BfsRequest withSwitching(SwitchPolicy policy) {
        return new BfsRequest(source, mode, parents, maxLevel, targets, trace, tensor, policy, plan, kernel);
    }

    public BfsRequest withPlan(LevelPlan newPlan) {
        return new BfsRequest(source, mode, parents, maxLevel, targets, trace, tensor, switching, newPlan, kernel);
    }

    public BfsRequest withKernel(PaperKernel newKernel) {
        return new BfsRequest(source, mode, parents, maxLevel, targets, trace, tensor, switching, plan, newKernel);
    }
}
