package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.Device;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.memory.Bytes;
import io.bitfront.order.OrderingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Suites that prepare graphs or start programs.
class PreparationSuitesTest extends SuiteRuns {
    /// What no machine would report.
    private static final String REPORT = """
        {"cacheBytes": 2500, "phases": [
            {"name": "read", "timeMs": 2, "peakBytes": 7000},
            {"name": "order", "timeMs": 1500, "peakBytes": 5000}]}""";

    /// A program that makes no cache: the suite fails, and the large chain it made goes as it does in the end.
    @Test
    void theStartSuiteLeavesNoChainBehind() throws IOException {
        BenchOptions options = shrunk(16, Path.of("/bin/true"));
        assertThatThrownBy(() -> Suites.named("start").run(options)).hasMessageContaining("chain-1403.bvss");
        assertThat(said).containsExactly("bitfront --help", "generate chain-1403.sg", "preprocess chain-1403.sg");
        assertThat(folder).isEmptyDirectory();
    }

    /// Files in the orders asked for, and a cache as it is. The user's files stay as they are, and nothing beside them.
    @Test
    void theStartSuiteOpensCachesOfFiles() throws IOException {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Path graph = Files.writeString(mine.resolve("one.el"), PATH);
        Path cache = mine.resolve("one.bvss");
        cache(graph, PreprocessOptions.defaults(), cache);
        byte[] before = Files.readAllBytes(cache);
        Path program = program("cp %s \"$4\"".formatted(cache));
        SuiteResult result =
                Suites.named("start").run(files(program, DirectionChoice.UNDIRECTED, List.of(), graph, cache));
        String size = "%.1f kB".formatted(before.length / 1e3);
        assertThat(bounds(result))
                .containsExactly(
                        "bitfront --help: 0.4 s, better at most 0.2, median of 9",
                        "open one.el, natural: 1.0 s, better at most 0.1, " + size + ", without checksums, median of 9",
                        "open one.bvss: 1.0 s, better at most 0.1, " + size + ", without checksums, median of 9");
        List<OrderingKind> orders = List.of(OrderingKind.DEGREE, OrderingKind.RCM);
        assertThat(Suites.named("start")
                        .run(files(program, DirectionChoice.AS_FORMAT, orders, graph))
                        .targets())
                .extracting(Target::what)
                .containsExactly("bitfront --help", "open one.el, degree", "open one.el, rcm");
        assertThat(asked().filter(line -> !line.equals("--help")))
                .containsExactly(
                        "preprocess mine/one.el -o bench-output.bvss --force --json --quiet --order natural --undirected",
                        "preprocess mine/one.el -o bench-output.bvss --force --json --quiet --order degree",
                        "preprocess mine/one.el -o bench-output.bvss --force --json --quiet --order rcm");
        assertThatThrownBy(() -> Suites.named("start").run(files(program, DirectionChoice.AS_FORMAT, orders, cache)))
                .hasMessage(cache + " is prepared already: --orders cannot change it");
        assertThat(graph).hasContent(PATH);
        assertThat(cache).hasBinaryContent(before);
        assertThat(mine.toFile().list()).containsExactlyInAnyOrder("one.el", "one.bvss");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("mine", "program", "asked");
    }

    /// A cache to be measured has the name of one that is made and deleted.
    @ParameterizedTest
    @CsvSource({"start, bench-output.bvss", "preprocess, bench-output.bvss", "scaling, scaling.bvss"})
    void noSuiteReplacesAFileOfTheUser(String suite, String name) throws IOException {
        Path graph = path("one.el");
        Path cache = folder.resolve(name);
        cache(graph, PreprocessOptions.defaults(), cache);
        byte[] before = Files.readAllBytes(cache);
        BenchOptions options = files(program("exit 0"), DirectionChoice.AS_FORMAT, List.of(), graph, cache);
        assertThatThrownBy(() -> Suites.named(suite).run(options))
                .isInstanceOf(BenchException.class)
                .hasMessage(cache + " is in the way of a cache that is made and deleted: name another --folder");
        assertThat(cache).hasBinaryContent(before);
    }

    /// A program that keeps its arguments and then runs some commands for all but `--help`.
    private Path program(String commands) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), """
            #!/bin/sh
            echo "$@" >>%s/asked
            [ "$1" = --help ] && exit
            %s
            """.formatted(folder, commands));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    /// What the program was called with.
    private Stream<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked")).stream().map(line -> line.replace(folder + "/", ""));
    }

    /// A program whose cache is a copy of one that is there.
    @Test
    void theStartSuiteTellsMediansOfNine() throws IOException {
        Path cache = folder.resolve("one.bvss");
        cache(path("one.el"), PreprocessOptions.defaults(), cache);
        Path program = Files.writeString(folder.resolve("program"), """
            #!/bin/sh
            case $1 in
                --help) echo help >>%1$s/helped ;;
                *) cp %2$s "$4" ;;
            esac
            """.formatted(folder, cache));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        SuiteResult result = Suites.named("start").run(shrunk(16, program));
        assertThat(Files.readAllLines(folder.resolve("helped"))).hasSize(9);
        assertThat(bounds(result))
                .containsExactly(
                        "bitfront --help: 0.4 s, better at most 0.2, median of 9",
                        "open a cache of %s: 1.0 s, better at most 0.1, without checksums, median of 9"
                                .formatted(Bytes.text(Files.size(cache))));
        assertThat(result.targets())
                .allMatch(target -> target.measured() > 0 && target.unit().equals("s"));
        assertThat(folder).isDirectoryNotContaining("glob:**chain*");
    }

    /// A program that writes files of 1,000 bytes and reports what no machine would.
    @Test
    void thePreprocessSuiteReckonsWithWhatTheProgramReports() throws IOException {
        Path program = program("""
            case $1 in
                generate) head -c 1000 /dev/zero >"$6" ;;
                *) echo '%s' ;;
            esac
            """.formatted(REPORT));
        SuiteResult result = Suites.named("preprocess").run(shrunk(14, program));
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(asked())
                .containsExactly(
                        "generate kron --scale 8 -o kron-8.sg --quiet",
                        "preprocess kron-8.sg -o bench-output.bvss --force --json --quiet --order degree",
                        "preprocess kron-8.sg -o bench-output.bvss --force --json --quiet --order jaccard -w 8192",
                        "preprocess road-37x39.sg -o bench-output.bvss --force --json --quiet --order rcm",
                        "preprocess kron-8.mtx -o bench-output.bvss --force --json --quiet --order natural",
                        "preprocess kron-8.el -o bench-output.bvss --force --json --quiet --order natural");
        List<Target> rows = result.targets();
        assertThat(bounds(result).subList(0, 6))
                .containsExactly(
                        "generate kron 8: 30.0 s, better at most 10.0, to .sg",
                        "kron 8 .sg to cache, degree: 20.0 s, better at most 10.0, whole process",
                        "peak memory, kron 8 .sg to cache, degree: 2.5 x, better at most 1.6, of input + output, 3.5 kB",
                        "kron 8 .sg to cache, jaccard -w 8192: 60.0 s, better at most 30.0, whole process",
                        "peak memory, kron 8 .sg to cache, jaccard -w 8192: 2.5 x, better at most 1.6,"
                                + " of input + output, 3.5 kB",
                        "road 37 x 39, rcm alone: 60.0 s, better at most 25.0, the order phase");
        assertThat(rows.subList(6, 8))
                .extracting(Target::what)
                .containsExactly("text parsed, .mtx", "text parsed, .el");
        assertThat(rows.subList(6, 8)).extracting(Target::aim).containsOnly(300.0);
        assertThat(rows.get(1).measured()).isBetween(0.0, 60.0);
        assertThat(rows.get(2).measured()).isEqualTo(7_000 / 3_500.0);
        assertThat(rows.get(2).note()).isEqualTo("of input + output, 3.5 kB");
        assertThat(rows.get(5).measured()).isEqualTo(1.5);
        for (int row : new int[] {6, 7}) {
            long bytes = Files.size(folder.resolve("kron-8." + (row == 6 ? "mtx" : "el")));
            assertThat(rows.get(row).measured()).isCloseTo(bytes / 0.002 / 1e6 / cores, within(1e-9));
            assertThat(rows.get(row).must()).isEqualTo(Math.min(100, 1_000.0 / cores));
        }
        assertThat(rows.stream().map(Target::lowerIsBetter).limit(8))
                .containsExactly(true, true, true, true, true, true, false, false);
        assertThat(folder.resolve("bench-output.bvss")).doesNotExist();
    }

    @Test
    void thePreprocessSuitePreparesFiles() throws IOException {
        Path graph = path("one.el");
        Path cache = folder.resolve("two.bvss");
        cache(graph, PreprocessOptions.defaults(), cache);
        Path program = program("echo '%s'".formatted(REPORT));
        SuiteResult result =
                Suites.named("preprocess").run(files(program, DirectionChoice.UNDIRECTED, List.of(), graph, cache));
        List<OrderingKind> orders = List.of(OrderingKind.DEGREE, OrderingKind.RCM);
        SuiteResult ordered = Suites.named("preprocess").run(files(program, DirectionChoice.AS_FORMAT, orders, graph));
        assertThat(asked())
                .containsExactly(
                        "preprocess one.el -o bench-output.bvss --force --json --quiet --order auto --undirected",
                        "preprocess one.el -o bench-output.bvss --force --json --quiet --order degree",
                        "preprocess one.el -o bench-output.bvss --force --json --quiet --order rcm");
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(bounds(result))
                .containsExactly(
                        "one.el, auto: 60.0 s, better at most 30.0, whole process",
                        "peak memory, one.el, auto: 2.5 x, better at most 1.6, of input + output, 2.5 kB",
                        "read one.el, auto: %s MB/s a core, better at least 300.0, the read phase of %d B on %d cores: %.1f kB/s"
                                .formatted(
                                        Math.min(100.0, 1_000.0 / cores),
                                        PATH.length(),
                                        cores,
                                        PATH.length() / 0.002 / 1e3));
        assertThat(result.targets().get(1).measured()).isEqualTo(7_000.0 / (2_500 + PATH.length()));
        assertThat(result.targets().get(2).measured()).isCloseTo(PATH.length() / 0.002 / 1e6 / cores, within(1e-12));
        assertThat(ordered.targets())
                .extracting(Target::what)
                .containsExactly(
                        "one.el, degree",
                        "peak memory, one.el, degree",
                        "read one.el, degree",
                        "one.el, rcm",
                        "peak memory, one.el, rcm",
                        "read one.el, rcm");
        assertThat(result.notes()).containsExactly("preprocess of two.bvss, left out: it is prepared already");
        assertThat(result.bfs()).isEmpty();
        assertThat(graph).hasContent(PATH);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("one.el", "two.bvss", "program", "asked");
    }

    @Test
    void preparationIsMeasuredFromEdgesInMemoryAndSaysWhenAnOrderHasPaid() {
        BenchOptions shrunk = shrunk(14, null);
        SuiteResult result = SuiteResult.empty();
        PreparationRows.measure(shrunk, result);
        assertThat(result.targets().stream().map(Target::what).toList())
                .containsExactly(
                        "kron 10 ready, degree, cpu",
                        "kron 8 ready, jaccard -w 8192, cpu",
                        "road 37x39 ready, rcm, cpu");
        assertThat(result.targets())
                .allSatisfy(row -> assertThat(row.note())
                        .startsWith("edges in memory; CSC ")
                        .contains(", BVSS "));
        assertThat(bounds(result).stream().map(line -> line.substring(0, line.indexOf(", edges"))))
                .containsExactly(
                        "kron 10 ready, degree, cpu: 30.0 s, better at most 12.0",
                        "kron 8 ready, jaccard -w 8192, cpu: 10.0 s, better at most 5.0",
                        "road 37x39 ready, rcm, cpu: 10.0 s, better at most 4.0");
        assertThat(result.bfs().stream().map(BfsMeasurement::ordering).toList())
                .containsExactly("natural", "degree", "jaccard");
        assertThat(result.bfs()).allMatch(row -> row.sources() == 16 && row.runs() == 3);
        assertThat(result.notes()).hasSize(3).first().isEqualTo("preparation on a GPU left out: not with --device cpu");
        assertThat(result.notes())
                .filteredOn(note -> note.startsWith("break-even of kron 10, "))
                .hasSize(2);
    }

    /// Of no device that is not there, and of the CPU where it was asked for.
    @Test
    void preparationOnAGpuIsLeftOutWithANote() {
        SuiteResult result = SuiteResult.empty();
        assertThat(PreparationRows.gpu(options(new Device.Gpu(99), List.of()), result))
                .isNull();
        assertThat(result.notes()).singleElement().asString().startsWith("preparation on a GPU left out: gpu");
        result.notes().clear();
        assertThat(PreparationRows.gpu(options(Device.cpu(), List.of()), result))
                .isNull();
        assertThat(result.notes()).containsExactly("preparation on a GPU left out: not with --device cpu");
    }

    @Test
    void aGpuPreparesTheLargestGraphInTwoOrders() {
        Device gpu = new Device.Gpu(1);
        assertThat(PreparationRows.onGpu(gpu))
                .containsExactly(
                        new PreparationRows.Row(OrderingKind.DEGREE, 8_192, gpu, 120, 20),
                        new PreparationRows.Row(OrderingKind.JACCARD, 65_536, gpu, 300, 60));
        assertThat(PreparationRows.onGpu(gpu))
                .extracting(PreparationRows.Row::label)
                .containsExactly("degree", "jaccard -w 65536");
    }

    @Test
    void scalingComparesEveryPhaseOfAllCoresWithOne() {
        int cores = Runtime.getRuntime().availableProcessors();
        SuiteResult result = Suites.named("scaling").run(options(Device.cpu(), List.of(), 10));
        assertSaid("kron-10.sg, degree, 1 threads", "kron-10.sg, jaccard, 1 threads");
        assertThat(folder).as("caches that were timed").isDirectoryNotContaining("glob:**.bvss");
        List<String> ofAllCores = result.targets().stream()
                .map(Target::what)
                .filter(what -> what.endsWith(", %d threads".formatted(cores)))
                .map(what -> what.substring(0, what.lastIndexOf(',')))
                .toList();
        List<String> expected = new ArrayList<>();
        for (String ordering : cores > 1 ? List.of("degree", "jaccard") : List.<String>of()) {
            for (String phase : List.of("hash", "read", "CSC", "order", "BVSS", "write", "all phases")) {
                expected.add("kron 10, %s, %s".formatted(ordering, phase));
            }
        }
        assertThat(ofAllCores).isEqualTo(expected);
        assertThat(bounds(result).stream().filter(line -> line.contains(", %d threads: ".formatted(cores))))
                .allMatch(
                        line -> line.contains(": %s x, better at least %s, ".formatted(0.625 * cores, (double) cores)));
        assertThat(result.targets())
                .allSatisfy(row -> assertThat(row.measured()).isPositive());
    }

    @Test
    void scalingPreparesFilesInEachOrder() throws IOException {
        Path graph = path("one.el");
        Path cache = folder.resolve("two.bvss");
        cache(graph, PreprocessOptions.defaults(), cache);
        int cores = Runtime.getRuntime().availableProcessors();
        SuiteResult result = Suites.named("scaling").run(files(DirectionChoice.UNDIRECTED, List.of(), graph, cache));
        assertSaid("one.el, auto, %d threads".formatted(cores), "one.el, auto, 1 threads");
        assertThat(result.notes()).containsExactly("scaling of two.bvss, left out: it is prepared already");
        assertThat(result.targets().stream()
                        .map(Target::what)
                        .filter(what -> what.endsWith(", %d threads".formatted(cores))))
                .hasSize(cores > 1 ? 7 : 0)
                .allMatch(what -> what.startsWith("one.el, auto, "));
        Suites.named("scaling")
                .run(files(DirectionChoice.AS_FORMAT, List.of(OrderingKind.NATURAL, OrderingKind.RCM), graph));
        assertSaid("one.el, natural, 1 threads", "one.el, rcm, 1 threads");
        assertThat(graph).hasContent(PATH);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("one.el", "two.bvss");
    }
}
