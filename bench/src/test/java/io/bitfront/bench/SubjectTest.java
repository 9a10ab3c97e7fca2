package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SwitchPolicy;
import org.junit.jupiter.api.Test;

final class SubjectTest {
    /// The rule of mode auto alone, and what sets it apart besides.
    @Test
    void isCalledByWhatItIsAskedFor() {
        LabRequest auto = LabRequest.from(0).withMode(BfsMode.AUTO).withSwitching(SwitchPolicy.parse("beamer:14,24"));
        Subject subject = new Subject("kron 20", "kron", 20, null, auto, "");
        assertThat(subject.label()).isEqualTo("kron 20, auto, switch beamer:14,24");
        assertThat(subject.switchingWord()).isEqualTo("beamer:14,24");
        assertThat(subject.with(auto, "no tensor").label()).isEqualTo("kron 20, auto, switch beamer:14,24, no tensor");
        Subject paper = subject.with(LabRequest.from(0).withMode(BfsMode.PAPER), "");
        assertThat(paper.label()).isEqualTo("kron 20, paper");
        assertThat(paper.switchingWord()).isEqualTo("-");
    }
}
