package io.bitfront.cli.command;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SwitchPolicy;
import io.bitfront.engine.lab.SwitchRule;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// How the levels of a traversal are run.
final class ModeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "auto",
            description =
                    "How levels are run: auto (the cheapest way for each), push, pull; paper and tensor need a GPU."
                            + " Default: auto.")
    private BfsMode mode;

    @Option(
            names = "--switch",
            paramLabel = "RULE[:A[,B[,C]]]",
            description =
                    "By what mode auto chooses between push and pull: auto (by cost), a rule of an earlier system,"
                            + " beamer, ligra, pushpull, graphblast, gunrock or sepgraph, with other constants if given"
                            + " (beamer:14,24), never (always push), or paper (tensor or pull, needs a GPU). Default:"
                            + " auto.")
    private String rule;

    BfsMode mode() {
        return mode;
    }

    /// The rule in words: mode auto has one, the others do not ask any.
    String words() {
        SwitchPolicy policy = policy();
        return policy.rule() == SwitchRule.AUTO ? mode.word() : "%s, switch %s".formatted(mode.word(), policy);
    }

    /// `request` in the mode and by the rule asked for; what does not go together is bad usage.
    LabRequest apply(LabRequest request) {
        if (rule != null && mode != BfsMode.AUTO) {
            throw Usage.bad(spec, "--switch %s applies to --mode auto only, not to %s".formatted(rule, mode.word()));
        }
        return request.withMode(mode).withSwitching(policy());
    }

    SwitchPolicy policy() {
        return rule == null ? SwitchRule.AUTO.policy() : Usage.valid(spec, () -> SwitchPolicy.parse(rule));
    }
}
