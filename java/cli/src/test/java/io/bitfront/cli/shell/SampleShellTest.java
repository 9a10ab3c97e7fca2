package io.bitfront.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// All that is written of a small program, word for word: options of every kind, arguments, examples.
final class SampleShellTest {
    private static CommandLine sample() {
        CommandSpec weigh = CommandSpec.create()
                .name("weigh")
                .addPositional(PositionalParamSpec.builder()
                        .paramLabel("THING")
                        .index("0")
                        .type(String.class)
                        .arity("1")
                        .description("What is weighed.")
                        .build())
                .addPositional(PositionalParamSpec.builder()
                        .paramLabel("SCALE")
                        .index("1")
                        .type(String.class)
                        .arity("0..1")
                        .description(".5 where it's left out.")
                        .build())
                .addPositional(PositionalParamSpec.builder()
                        .paramLabel("SECRET")
                        .index("2")
                        .type(String.class)
                        .arity("0..1")
                        .hidden(true)
                        .build())
                .addOption(OptionSpec.builder("-o", "--output")
                        .paramLabel("FILE")
                        .type(Path.class)
                        .description("Write to FILE: one row a thing.")
                        .build())
                .addOption(OptionSpec.builder("--mode")
                        .paramLabel("MODE")
                        .type(String.class)
                        .completionCandidates(List.of("light", "heavy"))
                        .description("light or heavy [light].")
                        .build())
                .addOption(OptionSpec.builder("--per")
                        .paramLabel("N")
                        .type(List.class)
                        .auxiliaryTypes(Integer.class)
                        .arity("1")
                        .description("Count it's N.")
                        .build())
                .addOption(OptionSpec.builder("-q", "--quiet")
                        .type(boolean.class)
                        .arity("0")
                        .description("Say nothing.")
                        .build())
                .addOption(OptionSpec.builder("--secret")
                        .type(boolean.class)
                        .arity("0")
                        .hidden(true)
                        .build());
        weigh.usageMessage()
                .description("Weighs a thing. Then more.")
                .footer("Examples:", "", "  scales weigh -o a.csv apple");
        CommandSpec scales = CommandSpec.create()
                .name("scales")
                .addSubcommand("weigh", weigh)
                .addOption(OptionSpec.builder("-h", "--help")
                        .type(boolean.class)
                        .arity("0")
                        .description("Show this.")
                        .build());
        scales.usageMessage().description("Weighs things.");
        return new CommandLine(scales);
    }

    @Test
    void theProgramsPageNamesItsCommands() {
        assertThat(new ManualPage(sample(), "scales 1.2", "2026-01-31").text()).isEqualTo("""
            .TH SCALES 1 2026-01-31 "scales 1.2" "bitfront"
            .SH NAME
            scales \\- Weighs things
            .SH SYNOPSIS
            .B scales
            [OPTIONS] COMMAND
            .SH DESCRIPTION
            Weighs things.
            .SH OPTIONS
            .TP
            \\fB\\-h\\fR, \\fB\\-\\-help\\fR
            Show this.
            .SH COMMANDS
            .TP
            \\fBweigh\\fR
            Weighs a thing. Then more.
            .SH SEE ALSO
            \\fBscales\\-weigh\\fR(1)
            """);
    }

    @Test
    void aCommandsPageNamesArgumentsOptionsAndExamples() {
        CommandLine weigh = sample().getSubcommands().get("weigh");
        assertThat(new ManualPage(weigh, "scales 1.2", "2026-01-31").text()).isEqualTo("""
            .TH SCALES\\-WEIGH 1 2026-01-31 "scales 1.2" "bitfront"
            .SH NAME
            scales\\-weigh \\- Weighs a thing
            .SH SYNOPSIS
            .B scales weigh
            [OPTIONS] THING [SCALE]
            .SH DESCRIPTION
            Weighs a thing. Then more.
            .TP
            \\fITHING\\fR
            What is weighed.
            .TP
            \\fISCALE\\fR
            \\&.5 where it's left out.
            .SH OPTIONS
            .TP
            \\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR
            Write to FILE: one row a thing.
            .TP
            \\fB\\-\\-mode\\fR \\fIMODE\\fR
            light or heavy [light].
            .TP
            \\fB\\-\\-per\\fR \\fIN\\fR
            Count it's N.
            .TP
            \\fB\\-q\\fR, \\fB\\-\\-quiet\\fR
            Say nothing.
            .SH NOTES
            .nf
            Examples:
            .sp
              scales weigh \\-o a.csv apple
            .fi
            .SH SEE ALSO
            \\fBscales\\fR(1)
            """);
    }

    @Test
    void fishCompletesEachOption() {
        assertThat(FishCompletion.of(sample())).isEqualTo("""
            # Completion of scales for fish.
            complete -c scales -f -n '__fish_use_subcommand' -a weigh -d 'Weighs a thing'
            complete -c scales -n '__fish_use_subcommand' -s h -l help -d 'Show this'
            complete -c scales -n '__fish_seen_subcommand_from weigh' -s o -l output -r -d 'Write to FILE'
            complete -c scales -n '__fish_seen_subcommand_from weigh' -l mode -x -a 'light heavy' -d 'light or heavy [light]'
            complete -c scales -n '__fish_seen_subcommand_from weigh' -l per -x -d 'Count it\\'s N'
            complete -c scales -n '__fish_seen_subcommand_from weigh' -s q -l quiet -d 'Say nothing'
            """);
    }

    @Test
    void zshCompletesEachOption() {
        assertThat(ZshCompletion.of(sample())).isEqualTo("""
            #compdef scales
            # Completion of scales for zsh.

            _scales() {
              local context state line
              local -a commands
              commands=(
                'weigh:Weighs a thing'
              )
              _arguments -C \\
                '(-h --help)'{-h,--help}'[Show this]' \\
                '1: :->command' '*:: :->arguments'
              case $state in
                command) _describe command commands ;;
                arguments)
                  case $words[1] in
                    weigh)
                      _arguments -s \\
                        '(-o --output)'{-o+,--output=}'[Write to FILE]:FILE:_files' \\
                        '(--mode)'--mode='[light or heavy \\[light\\]]:MODE:(light heavy)' \\
                        \\*--per='[Count it'\\''s N]:N: ' \\
                        '(-q --quiet)'{-q,--quiet}'[Say nothing]' \\
                        '*:file:_files' ;;
                  esac ;;
              esac
            }

            _scales "$@"
            """);
    }
}
