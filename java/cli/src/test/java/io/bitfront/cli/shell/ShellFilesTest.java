package io.bitfront.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.command.Bitfront;
import io.bitfront.cli.report.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

class ShellFilesTest {
    @TempDir
    private Path folder;

    private final CommandLine program = program();

    private static CommandLine program() {
        return Bitfront.commandLine(new Streams(OutputStream.nullOutputStream(), System.err, false, 0));
    }

    @BeforeEach
    void writeThem() throws IOException {
        ShellFiles.write(program(), folder, "bitfront 1.2.3", "2026-01-31");
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    /// As bash asks: what may follow these words, the last of which is being typed.
    private List<String> completed(String... words) throws Exception {
        String script = """
            source "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _complete_bitfront
            printf '%s\\n' "${COMPREPLY[@]}"
            """;
        List<String> command = Stream.concat(
                        Stream.of(
                                "bash",
                                "-c",
                                script,
                                "bash",
                                folder.resolve("bash-completion/completions/bitfront")
                                        .toString(),
                                "bitfront"),
                        Stream.of(words))
                .toList();
        Process process = new ProcessBuilder(command)
                // Outside of completion, bash has no compopt and says so.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().map(String::strip).toList();
    }

    @Test
    void completesInBash() throws Exception {
        assertThat(completed("")).contains("bfs", "closeness", "preprocess");
        assertThat(completed("closeness", "--mea")).containsExactly("--measures");
        assertThat(completed("closeness", "--mode", ""))
                .containsExactlyInAnyOrder("auto", "independent", "paper", "tensor", "wide");
        assertThat(completed("bfs", "--direction", "i")).isSubsetOf("in", "");
    }

    @Test
    void namesEveryCommandAndOptionEverywhere() throws Exception {
        String zsh = text("zsh/site-functions/_bitfront");
        String fish = text("fish/vendor_completions.d/bitfront.fish");
        for (Map.Entry<String, CommandLine> command : program.getSubcommands().entrySet()) {
            String page = text("man/man1/bitfront-%s.1".formatted(command.getKey()));
            assertThat(text("man/man1/bitfront.1")).contains("\\fB" + command.getKey() + "\\fR");
            assertThat(zsh).contains("        %s)\n".formatted(command.getKey()));
            for (OptionSpec option : OptionFacts.shown(command.getValue().getCommandSpec())) {
                String name = option.longestName();
                assertThat(page).contains("\\fB" + name.replace("-", "\\-") + "\\fR");
                assertThat(zsh).contains(name);
                assertThat(fish)
                        .containsPattern(
                                "seen_subcommand_from %s'.* -l %s ".formatted(command.getKey(), name.substring(2)));
            }
        }
    }

    /// Where no command is given yet.
    @Test
    void completesTheProgramsOwnOptionsInFish() throws IOException {
        assertThat(text("fish/vendor_completions.d/bitfront.fish"))
                .containsPattern("(?m)^complete -c bitfront -n '__fish_use_subcommand' -s h -l help -d '.+'$")
                .containsPattern("(?m)^complete -c bitfront -n '__fish_use_subcommand' -s V -l version -d '.+'$");
    }

    /// A file, words, a number, and nothing.
    @Test
    void saysInFishWhatAnOptionTakes() throws IOException {
        String bfs = "(?m)^complete -c bitfront -n '__fish_seen_subcommand_from bfs' ";
        assertThat(text("fish/vendor_completions.d/bitfront.fish"))
                .containsPattern(bfs + "(-s o )?-l output -r -d '.+'$")
                .containsPattern(bfs + "-l sources -r -d '.+'$")
                .containsPattern(bfs + "-l mode -x -a 'auto [a-z ]+' -d '.+'$")
                .containsPattern(bfs + "-l runs -x -d '.+'$")
                .containsPattern(bfs + "-l verify -d '.+'$");
    }

    @Test
    void leavesNoMarkupOrVariableInPages() throws IOException {
        try (Stream<Path> pages = Files.list(folder.resolve("man/man1"))) {
            for (Path page : pages.toList()) {
                assertThat(Files.readString(page))
                        .startsWith(".TH ")
                        .contains("\"bitfront 1.2.3\"")
                        .doesNotContain("${")
                        .doesNotContain("@|")
                        .doesNotContain("|@");
            }
        }
    }

    /// Of words that the parser turns into values; others are checked by their commands.
    @Test
    void offersNoWordThatTheParserRefuses() {
        CommandLine offered = program();
        OptionWords.putInto(offered);
        for (CommandLine command : offered.getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                for (String word : OptionFacts.words(option)) {
                    assertThat(complaint(offered, command.getCommandName(), option.longestName(), word))
                            .doesNotContain("Invalid value");
                }
            }
        }
    }

    private static String complaint(CommandLine command, String... words) {
        try {
            command.parseArgs(words);
            return "";
        } catch (ParameterException e) {
            return e.getMessage();
        }
    }

    @Test
    void areTheSameBytesEachTime() throws IOException {
        String before = text("bash-completion/completions/bitfront");
        writeThem();
        assertThat(text("bash-completion/completions/bitfront"))
                .isEqualTo(before)
                .doesNotContain("Generated on");
    }
}
