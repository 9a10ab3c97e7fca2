package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import java.nio.file.Path;

/// Runs `bitfront` in this process. In a command line `@` stands for the folder, with its slash, and in what it prints.
final class Line {
    private final Path folder;

    Line(Path folder) {
        this.folder = folder;
    }

    Finished run(String line) {
        Finished run = Session.inProcess(line.replace("@", folder + "/").split(" +"));
        return new Finished(run.exitCode(), text(run.out()), text(run.err()));
    }

    /// Runs a command line that must succeed.
    Finished done(String line) {
        Finished run = run(line);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private String text(String said) {
        return said.replace(folder + "/", "@");
    }
}
