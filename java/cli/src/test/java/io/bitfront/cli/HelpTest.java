package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.bench.Suites;
import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.command.Bitfront;
import io.bitfront.cli.report.Streams;
import io.bitfront.generate.Generators;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
    @TempDir
    private Path folder;

    static Set<String> commands() {
        Streams streams = new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, 0);
        return Bitfront.commandLine(streams).getSubcommands().keySet();
    }

    private String out(String line) {
        Finished ended = new Line(folder).done(line);
        assertThat(ended.err()).isEmpty();
        return ended.out();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void explainsEveryCommandOnStandardOutput(String command) {
        String help = out(command + " --help");
        assertThat(help).startsWith("Usage: bitfront " + command).contains("Example");
        if (!command.equals("help")) {
            assertThat(help).contains("--json", "--quiet");
        }
        assertThat(out("help " + command)).isEqualTo(help);
    }

    /// Commands share its text, so that it says nothing of one of them.
    @ParameterizedTest
    @MethodSource("commands")
    void saysOfDevicesWhatIsTrueOfEveryCommand(String command) {
        String help = out("help " + command).replaceAll("\\s+", " ");
        assertThat(help).doesNotContain("bfs runs on one device");
        if (help.contains("gpu:N or N (GPU number N)")) {
            assertThat(help).contains("A command that runs on one device takes the first named");
        }
    }

    /// Of a word and of a description nothing may be lost, whatever the lines.
    @ParameterizedTest
    @MethodSource("commands")
    void fitsEightyColumnsAndBreaksNoWord(String command) {
        String help = out("help " + command);
        assertThat(help.lines()).allMatch(line -> line.length() <= 80);
        CommandLine all = Bitfront.commandLine(
                new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, 0));
        String words = help.replaceAll("\\s+", " ");
        all.getSubcommands().get(command).getCommandSpec().options().forEach(option -> {
            assertThat(help).contains(option.longestName());
            assertThat(words)
                    .contains(String.join(" ", option.description())
                            .replaceAll("\\$\\{.*|\\s+", " ")
                            .strip());
        });
    }

    @Test
    void listsTheCommandsAndExitCodes() {
        String help = out("help");
        assertThat(help)
                .contains("preprocess", "closeness", "Examples:")
                .contains("  3    verification found a wrong result", "  130  ended by Ctrl-C")
                .isEqualTo(out("--help"));
        assertThat(help.lines()).allMatch(line -> line.length() <= 80);
        assertThat(out("--version")).startsWith("bitfront ").contains("Java 2");
    }

    @Test
    void tellsOfEveryKindOfGeneratedGraph() throws IOException {
        String help = out("generate --help");
        String kinds = help.substring(help.indexOf("Kinds:"), help.indexOf("Examples:"));
        String formats = Files.readString(Path.of(System.getProperty("bitfront.root"), "docs/formats.md"));
        for (String kind : Generators.KINDS) {
            assertThat(kinds).containsPattern("\\b%s\\b".formatted(kind));
            assertThat(formats).contains("`" + kind + "`");
        }
        assertThat(help.replaceAll("\\s+", " ")).contains("One of " + String.join(", ", Generators.KINDS) + ".");
    }

    @Test
    void namesEverySuiteOfTheBench() {
        String words = out("bench --help").replaceAll("\\s+", " ");
        assertThat(words)
                .contains(Suites.all().stream()
                        .map(suite -> " %s %s ".formatted(suite.name(), suite.description()))
                        .toList());
    }
}
