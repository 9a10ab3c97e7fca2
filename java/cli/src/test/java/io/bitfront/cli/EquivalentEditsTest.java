package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `make mutate` ends where a line of `ci/mutate/equivalent.txt` names no place, or several: code that moves takes its
/// lines along.
class EquivalentEditsTest {
    private static final Path ROOT = Path.of(System.getProperty("bitfront.root"));
    private static final String METHOD = "method ";

    static List<String> entries() throws IOException {
        return Files.readAllLines(ROOT.resolve("ci/mutate/equivalent.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("entries")
    void everyEntryNamesOnePlace(String entry) throws IOException {
        String[] fields = entry.split(" \\| ");
        assertThat(fields).hasSize(4);
        List<String> lines = Files.readAllLines(ROOT.resolve(fields[0]));
        if (fields[1].startsWith(METHOD)) {
            Pattern declared = Pattern.compile(
                    " {4,}[\\w<>\\[\\], ]+ %s\\([^;]*".formatted(Pattern.quote(fields[1].substring(METHOD.length()))));
            assertThat(lines)
                    .filteredOn(line -> declared.matcher(line).matches())
                    .hasSize(1);
        } else {
            assertThat(lines).filteredOn(line -> line.contains(fields[1])).hasSize(1);
        }
    }
}
