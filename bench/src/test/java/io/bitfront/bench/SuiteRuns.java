package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.bench.BenchOptions.GraphSet;
import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// What tests run suites with: few sources of small graphs, in a folder that goes.
abstract class SuiteRuns {
    static final String PATH = "0 1\n1 2\n2 3\n3 4\n9 2\n";

    @TempDir
    Path folder;

    final List<String> said = new ArrayList<>();

    BenchOptions options(Device device, List<String> kinds, Integer... scales) {
        return new BenchOptions(
                folder,
                null,
                new BfsProtocol(5, 3, 1),
                0,
                device,
                LabRequest.from(0),
                GraphSet.generated(kinds, List.of(scales), List.of()),
                Progress.NONE,
                said::add);
    }

    /// @param shrink what every scale is less
    /// @param program whose commands are timed, or null
    BenchOptions shrunk(int shrink, Path program) {
        return new BenchOptions(
                folder,
                program,
                new BfsProtocol(3, 1, 1),
                shrink,
                Device.cpu(),
                LabRequest.from(0),
                GraphSet.generated(List.of(), List.of(), List.of()),
                Progress.NONE,
                said::add);
    }

    /// Each of some lines was said, where `#` stands for a number with a point.
    void assertSaid(String... lines) {
        List<String> masked =
                said.stream().map(line -> line.replaceAll("\\d+\\.\\d+", "#")).toList();
        assertThat(masked).contains(lines);
    }

    /// What is aimed at and what must be met, by what is measured.
    static List<String> bounds(SuiteResult result) {
        return result.targets().stream()
                .map(target -> "%s: %s %s, better %s %s, %s"
                        .formatted(
                                target.what(),
                                target.must(),
                                target.unit(),
                                target.lowerIsBetter() ? "at most" : "at least",
                                target.aim(),
                                target.note()))
                .toList();
    }

    /// The user's files in the place of generated graphs.
    BenchOptions files(DirectionChoice direction, List<OrderingKind> orders, Path... files) {
        return files(null, direction, orders, files);
    }

    /// @param program whose commands are timed, or null
    BenchOptions files(Path program, DirectionChoice direction, List<OrderingKind> orders, Path... files) {
        BenchOptions usual = options(Device.cpu(), List.of());
        return new BenchOptions(
                usual.folder(),
                program,
                usual.protocol(),
                0,
                usual.device(),
                usual.request(),
                new GraphSet(List.of(), List.of(), orders, List.of(files), direction),
                usual.progress(),
                usual.say());
    }

    /// A path of four hops and a vertex that leads into it.
    Path path(String name) throws IOException {
        return Files.writeString(folder.resolve(name), PATH);
    }

    /// Prepares a graph file into a cache.
    void cache(Path file, PreprocessOptions options, Path cache) {
        GraphCache.build(
                        new GraphCache.Request(
                                file,
                                new ReadOptions(GraphFormat.AUTO, DirectionChoice.AS_FORMAT),
                                options,
                                null,
                                false),
                        cache,
                        Progress.NONE,
                        said::add)
                .graph()
                .close();
    }
}
