package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.report.Streams;
import io.bitfront.testkit.Share;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The measurements that documents tell people to type take a GPU and hours. Here each is typed on an emulated GPU,
/// with one source, run once, and small graphs; one of them a day.
@Tag("gpu")
@Tag("rest")
@Tag("drawn")
class DocumentedMeasurementsTest {
    private static final List<String> SMALL = List.of("--shrink", "15", "--sources", "1", "--runs", "1");

    /// Suites that do the same for each kind of graph.
    private static final Set<String> OF_ONE_KIND = Set.of("table2", "ablation", "switch");

    @TempDir
    private Path folder;

    static List<String> commands() throws IOException {
        List<String> commands = DocumentsTest.blocks().stream()
                .filter(block -> block.kind().equals("console long"))
                .flatMap(block -> block.text().lines())
                .map(line -> line.replaceFirst("^\\$ bitfront ", "").replaceFirst(" {2,}.*", ""))
                .toList();
        assertThat(commands).isNotEmpty();
        return Share.isRest() ? List.of(commands.get((int) (Share.seed() % commands.size()))) : commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void runsSmall(String command) {
        type(List.of("generate", "kron", "--scale", "8", "-o", "web.bvss"));
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
        if (words.getFirst().equals("bench")) {
            int sources = words.indexOf("--sources");
            if (sources > 0) {
                words.subList(sources, sources + 2).clear();
            }
            if (OF_ONE_KIND.contains(words.get(1))) {
                words.addAll(List.of("--graphs", "kron"));
            }
            words.addAll(SMALL);
            words.addAll(List.of("--folder", folder.toString()));
        }
        type(words);
    }

    private void type(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] typed = words.stream()
                .map(word -> word.matches("\\w+\\.(bvss|json|html)")
                        ? folder.resolve(word).toString()
                        : word)
                .toArray(String[]::new);
        try (Streams streams = new Streams(out, err, false, 0)) {
            assertThat(new Main(streams).run(typed))
                    .as("%s%n%s", String.join(" ", words), err.toString(StandardCharsets.UTF_8))
                    .isZero();
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isNotBlank();
    }
}
