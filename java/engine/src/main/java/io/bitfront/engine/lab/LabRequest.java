package io.bitfront.engine.lab;

import io.bitfront.engine.BfsRequest;

/// One traversal with what a measurement forces. Immutable; start from [#from] or [#of] and adjust.
///
/// @param wishes what a user asks for
/// @param mode how its levels are run
/// @param trace whether to record each level
/// @param tensor whether `auto` may choose tensor levels; the CPU engine has none
/// @param switching by what `auto` mode chooses each level's mode; other modes take no notice
/// @param plan levels of `auto` mode that do not ask the rule
/// @param kernel which of the paper's kernels `paper` mode runs
public record LabRequest(
        BfsRequest wishes,
        BfsMode mode,
        boolean trace,
        boolean tensor,
        SwitchPolicy switching,
        LevelPlan plan,
        PaperKernel kernel) {

    /// All levels from `source`, no parents, no trace, mode auto.
    public static LabRequest from(long source) {
        return of(BfsRequest.from(source));
    }

    /// What a user asks for, nothing forced.
    public static LabRequest of(BfsRequest wishes) {
        return new LabRequest(
                wishes, BfsMode.AUTO, false, true, SwitchRule.AUTO.policy(), LevelPlan.FREE, PaperKernel.CHOSEN);
    }

    /// Levels from `source` by a rule of constants: an engine that is asked for no other traversal neither
    /// measures costs nor looks whether tensor levels pay; how a GPU pushes goes by costs as expected. For
    /// few levels: what makes thin ones quick on a GPU is of mode auto's own rule.
    public static LabRequest byConstants(long source) {
        return from(source).withSwitching(SwitchRule.BEAMER.policy());
    }

    public long source() {
        return wishes.source();
    }

    public boolean parents() {
        return wishes.parents();
    }

    public int maxLevel() {
        return wishes.maxLevel();
    }

    public long[] targets() {
        return wishes.targets();
    }

    private LabRequest wishing(BfsRequest others) {
        return new LabRequest(others, mode, trace, tensor, switching, plan, kernel);
    }

    public LabRequest withSource(long source) {
        return wishing(wishes.withSource(source));
    }

    public LabRequest withParents(boolean wanted) {
        return wishing(wishes.withParents(wanted));
    }

    public LabRequest withMaxLevel(int level) {
        return wishing(wishes.withMaxLevel(level));
    }

    public LabRequest withTargets(long... ids) {
        return wishing(wishes.withTargets(ids));
    }

    public LabRequest withMode(BfsMode forced) {
        return new LabRequest(wishes, forced, trace, tensor, switching, plan, kernel);
    }

    public LabRequest withTrace(boolean wanted) {
        return new LabRequest(wishes, mode, wanted, tensor, switching, plan, kernel);
    }

    public LabRequest withTensor(boolean allowed) {
        return new LabRequest(wishes, mode, trace, allowed, switching, plan, kernel);
    }

    public LabRequest withSwitching(SwitchPolicy policy) {
        return new LabRequest(wishes, mode, trace, tensor, policy, plan, kernel);
    }

    public LabRequest withPlan(LevelPlan forced) {
        return new LabRequest(wishes, mode, trace, tensor, switching, forced, kernel);
    }

    public LabRequest withKernel(PaperKernel forced) {
        return new LabRequest(wishes, mode, trace, tensor, switching, plan, forced);
    }
}
