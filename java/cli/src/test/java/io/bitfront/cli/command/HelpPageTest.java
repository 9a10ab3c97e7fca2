package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The help of a small program, word for word: what is broken, where, and below what the rest of it goes.
final class HelpPageTest {
    /// So long that no line holds it, and a blank only behind it.
    private static final String LONG_WORD = "/a/folder".repeat(10);

    private static String help(CommandSpec spec) {
        return new CommandLine(spec).setHelpFactory(HelpPage::new).getUsageMessage(Ansi.OFF);
    }

    @Test
    void breaksLinesAtBlanksOnly() {
        CommandSpec spec = CommandSpec.create()
                .name("weigh")
                .addPositional(PositionalParamSpec.builder()
                        .paramLabel("THING")
                        .index("0")
                        .type(String.class)
                        .description("What is weighed, be it ever so small, on one scale or on the other one.")
                        .build())
                .addOption(OptionSpec.builder("-o", "--output")
                        .paramLabel("FILE")
                        .type(String.class)
                        .description("Exactly as many characters as one line of a description holds.".substring(0, 55))
                        .build())
                .addOption(OptionSpec.builder("--an-option-with-a-long-name")
                        .paramLabel("N")
                        .type(int.class)
                        .description("Its description begins on a line of its own, and goes on below itself.")
                        .build());
        spec.usageMessage()
                .description(
                        "Weighs a thing as often as is asked for, and says what it found, in one line or two.",
                        "See " + LONG_WORD + " and more.",
                        LONG_WORD)
                .footer(
                        "  light   what one hand lifts, and the other could as well, if it were to be asked to",
                        "  bitfront weigh apple pear and whatever else lies around on the table in the kitchen now");
        assertThat(help(spec)).isEqualTo("""
            Usage: weigh [--an-option-with-a-long-name=N] [-o=FILE] THING
            Weighs a thing as often as is asked for, and says what it found, in one line or
            two.
            See
            %1$s
            and more.
            %1$s
                  THING             What is weighed, be it ever so small, on one scale or
                                    on the other one.
                  --an-option-with-a-long-name=N
                                    Its description begins on a line of its own, and goes
                                    on below itself.
              -o, --output=FILE     Exactly as many characters as one line of a description
              light   what one hand lifts, and the other could as well, if it were to be
                      asked to
              bitfront weigh apple pear and whatever else lies around on the table in the
            kitchen now
            """.formatted(LONG_WORD));
    }

    @Test
    void namesCommandsBesideWhatTheyDo() {
        CommandSpec weigh = CommandSpec.create().name("weigh");
        weigh.usageMessage().description("Weighs a thing as often as is asked for, and says what it found, in a line.");
        CommandSpec cut = CommandSpec.create().name("cut");
        cut.usageMessage().description("Cuts.", "Twice.");
        CommandSpec spec = CommandSpec.create()
                .name("kitchen")
                .addSubcommand("weigh", weigh)
                .addSubcommand("cut", cut);
        assertThat(help(spec)).isEqualTo("""
            Usage: kitchen [COMMAND]
            Commands:
              weigh  Weighs a thing as often as is asked for, and says what it found, in a
                     line.
              cut    Cuts.
            """);
    }
}
