package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileException;
import io.bitfront.file.FileState;
import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphCacheTest {
    private static final PreprocessOptions OPTIONS =
            PreprocessOptions.defaults().withThreads(2);
    private static final Instant LONG_AGO = Instant.parse("2020-02-02T02:02:02.123456789Z");

    @TempDir
    Path folder;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private Path graph;
    private Path cache;

    private static void refuses(String name, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
    }

    @Test
    void refusesWhatIsNullByItsName() {
        GraphCache.Request request = request(OPTIONS, null, false);
        refuses("file", () -> new GraphCache.Request(null, ReadOptions.AUTO, OPTIONS, null, false));
        refuses("read", () -> new GraphCache.Request(graph, null, OPTIONS, null, false));
        refuses("options", () -> new GraphCache.Request(graph, ReadOptions.AUTO, null, null, false));
        refuses("request", () -> GraphCache.open(null, Progress.NONE, said::add));
        refuses("progress", () -> GraphCache.open(request, null, said::add));
        refuses("say", () -> GraphCache.keep(request, Progress.NONE, null));
        refuses("request", () -> GraphCache.build(null, cache, Progress.NONE, said::add));
        refuses("target", () -> GraphCache.build(request, null, Progress.NONE, said::add));
        refuses("say", () -> GraphCache.build(request, cache, Progress.NONE, null));
        refuses("cache", () -> Graph.open(null));
        refuses("from", () -> Graph.of(1, null, new int[0]));
        refuses("to", () -> Graph.of(1, new int[0], null));
        refuses("others", () -> Graph.of(1, new int[0], new int[0]).with(null));
        assertThat(cache).doesNotExist();
    }

    @BeforeEach
    void writeGraph() throws IOException {
        graph = folder.resolve("g.el");
        cache = folder.resolve("g.el.bvss");
        rewrite("5 7\n7 9\n9 5\n", LONG_AGO);
    }

    @Test
    void keepsTheCacheBesideTheGraphAndSaysSo() throws IOException {
        try (Graph opened = openBuilt()) {
            assertThat(opened.vertexCount()).isEqualTo(3);
            assertThat(opened.vertexOf(9)).isNotNegative();
        }
        assertThat(said)
                .anyMatch(line -> line.startsWith("%s: preprocessing it into %s, with up to ".formatted(graph, cache)));
        assertThat(names()).containsExactlyInAnyOrder("g.el", "g.el.bvss", ".g.el.bvss.stamp");
        assertThat(BvssFile.key(cache).options()).startsWith("order=auto format");
    }

    /// What is announced is what the process will hold: beside a small graph, most of it is the virtual machine's.
    @Test
    void announcesTheMemoryThatTheProcessHoldsAlready() {
        long before = ProcessMemory.residentBytes();
        assertThat(before).isGreaterThan(80_000_000);
        openBuilt().close();
        Matcher line =
                Pattern.compile("with up to ([0-9.]+) ([MG])B of memory and ").matcher(String.join("\n", said));
        assertThat(line.find()).isTrue();
        double announced = Double.parseDouble(line.group(1)) * (line.group(2).equals("G") ? 1e9 : 1e6);
        assertThat(announced).isGreaterThan(before);
    }

    @Test
    void reusesTheCacheWhileItFits() {
        openBuilt().close();
        openReused().close();
        assertThat(said.getLast()).isEqualTo("%s: using its cache %s".formatted(graph, cache));
    }

    @Test
    void reusesTheCacheOfAGraphThatWasOnlyTouched() throws IOException {
        openBuilt().close();
        Files.setLastModifiedTime(graph, FileTime.from(LONG_AGO.plusSeconds(60)));
        openReused().close();
    }

    @Test
    void readsTheGraphOnlyWhereItsStateDiffers() throws IOException {
        openBuilt().close();
        String hash = BvssFile.key(cache).inputHash();
        rewrite("5 7\n7 9\n9 7\n", LONG_AGO.plusSeconds(1));
        Files.writeString(
                folder.resolve(".g.el.bvss.stamp"),
                "%s%nhash %s%n".formatted(FileState.of(graph).line(), hash));
        openReused().close();
    }

    /// Times can be set by anyone; that they were, the system keeps.
    @Test
    void noticesOtherContentOfTheSameSizeAndTime() throws IOException {
        openBuilt().close();
        rewrite("5 7\n7 9\n9 7\n", LONG_AGO);
        openBuilt().close();
        Path other = folder.resolve("other.el");
        Files.writeString(other, "5 7\n7 9\n9 5\n");
        Files.setLastModifiedTime(other, FileTime.from(LONG_AGO));
        Files.move(other, graph, StandardCopyOption.REPLACE_EXISTING);
        openBuilt().close();
    }

    @Test
    void trustsNoTimeOfAGraphThatMayStillChange() throws IOException {
        openAtOnce(request(OPTIONS, null, false)).graph().close();
        assertThat(names()).containsExactlyInAnyOrder("g.el", "g.el.bvss");
        rewrite("5 7\n7 9\n9 7\n", LONG_AGO);
        openBuilt().close();
    }

    @Test
    void buildsAgainForAGraphThatChanged() throws IOException {
        openBuilt().close();
        rewrite("5 7\n7 9\n9 5\n5 11\n", LONG_AGO.plusSeconds(1));
        try (Graph opened = openBuilt()) {
            assertThat(opened.vertexCount()).isEqualTo(4);
        }
        assertThat(said).contains("%s: %s has changed since; building it again".formatted(cache, graph));
    }

    @Test
    void keepsNoCacheOfAGraphThatChangedWhileItWasRead() throws IOException {
        expectChanged(false);
        assertThat(names()).containsExactly("g.el");
    }

    @Test
    void keepsTheCacheThatThereIsWhereTheGraphChangesWhileItIsReadAgain() throws IOException {
        openBuilt().close();
        byte[] before = Files.readAllBytes(cache);
        expectChanged(true);
        assertThat(cache).hasBinaryContent(before);
    }

    /// The graph grows after its edges were read, before the cache is kept.
    private void expectChanged(boolean again) {
        Progress changing = (name, total, unit) -> {
            if (name.equals("write")) {
                rewriteUnchecked("5 7\n7 9\n9 5\n5 11\n", LONG_AGO.plusSeconds(1));
            }
            return Progress.NONE.start(name, total, unit);
        };
        assertThatThrownBy(() -> GraphCache.open(request(OPTIONS, null, again), changing, said::add))
                .isInstanceOf(FileException.class)
                .hasMessage("read %s: it changed while it was being read".formatted(graph));
    }

    /// Nobody who is to stop prepares the whole graph in memory.
    @Test
    void endsWhereItIsInterruptedWhileAnotherBuilds() {
        try (BuildLock _ = BuildLock.acquire(cache, () -> {})) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> open(request(OPTIONS, null, false)))
                    .isInstanceOf(FileException.class)
                    .hasMessageEndingWith("interrupted while waiting");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private void rewriteUnchecked(String text, Instant time) {
        try {
            rewrite(text, time);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void buildsAgainWhereForced() {
        openBuilt().close();
        GraphCache.Opened opened = open(request(OPTIONS, null, true));
        assertThat(opened.phases()).isNotEmpty();
        opened.graph().close();
    }

    @Test
    void givesOtherOptionsOtherCaches() throws IOException {
        for (PreprocessOptions options : List.of(
                OPTIONS,
                OPTIONS.withOrdering(OrderingKind.JACCARD),
                OPTIONS.withOrdering(OrderingKind.JACCARD).withWindow(16),
                OPTIONS.withOrdering(OrderingKind.RCM),
                OPTIONS.withOrdering(OrderingKind.DEGREE),
                OPTIONS.withOrdering(OrderingKind.NATURAL),
                OPTIONS.withOrdering(OrderingKind.RANDOM).withSeed(7))) {
            GraphCache.Opened opened = open(request(options, null, false));
            assertThat(opened.phases()).as(options.toString()).isNotEmpty();
            opened.graph().close();
        }
        assertThat(names())
                .filteredOn(name -> name.endsWith(".bvss"))
                .containsExactlyInAnyOrder(
                        "g.el.bvss",
                        "g.el.jaccard.bvss",
                        "g.el.jaccard-16.bvss",
                        "g.el.rcm.bvss",
                        "g.el.degree.bvss",
                        "g.el.natural.bvss",
                        "g.el.random-7.bvss");
        GraphCache.Opened again = open(request(OPTIONS.withOrdering(OrderingKind.RCM), null, false));
        assertThat(again.phases()).isEmpty();
        assertThat(again.graph().ordering()).isEqualTo(OrderingKind.RCM);
        again.graph().close();
    }

    @Test
    void keepsTheCacheOfAFolderOfPartsBesideItUntilAPartChanges() throws IOException {
        Path part = Path.of("src/test/resources/tables/empty-row-group.parquet");
        graph = Files.createDirectory(folder.resolve("edges"));
        cache = folder.resolve("edges.bvss");
        Files.copy(part, graph.resolve("part-0.parquet"));
        Files.copy(part, graph.resolve("part-1.parquet"));
        openBuilt().close();
        openReused().close();
        Files.createFile(graph.resolve("_SUCCESS"));
        openReused().close();
        Files.move(graph.resolve("part-1.parquet"), graph.resolve("part-2.parquet"));
        openBuilt().close();
        Files.copy(part, graph.resolve("part-3.parquet"));
        try (Graph opened = openBuilt()) {
            assertThat(opened.statistics().inputEdges()).isEqualTo(9);
        }
        assertThat(said).contains("%s: %s has changed since; building it again".formatted(cache, graph));
    }

    @Test
    void givesOtherWaysOfReadingOtherCaches() {
        ReadOptions undirected = new ReadOptions(GraphFormat.EDGES, DirectionChoice.UNDIRECTED);
        GraphCache.Opened opened = open(new GraphCache.Request(graph, undirected, OPTIONS, null, false));
        assertThat(opened.cache().getFileName()).hasToString("g.el.edges.undirected.bvss");
        assertThat(opened.graph().directed()).isFalse();
        opened.graph().close();
    }

    @Test
    void rejectsACacheBuiltWithAnotherOrdering() throws IOException {
        open(request(OPTIONS.withOrdering(OrderingKind.RCM), null, false))
                .graph()
                .close();
        Files.move(folder.resolve("g.el.rcm.bvss"), cache);
        openBuilt().close();
        assertThat(said)
                .contains(cache + ": built with order=rcm format=auto direction=as-format reader=2, wanted "
                        + "order=auto format=auto direction=as-format reader=2; building it again");
    }

    /// The first reader's caches do not name it.
    @Test
    void rebuildsACacheOfAnEarlierReader() throws IOException {
        try (Workers workers = new Workers(2);
                GraphInput read = GraphReader.read(graph, ReadOptions.AUTO, workers, Progress.NONE)) {
            String hash = InputHash.ofFile(graph, GraphFormat.AUTO, workers, Progress.NONE);
            CacheKey first = new CacheKey(hash, "order=auto format=auto direction=as-format");
            new Preprocessor(OPTIONS, workers, Progress.NONE, new PhaseLog(), said::add).intoFile(read, first, cache);
        }
        openBuilt().close();
        assertThat(said)
                .contains("%s: built by a bitfront that may have read %s otherwise; building it again"
                        .formatted(cache, graph));
        assertThat(BvssFile.key(cache).options()).endsWith(" reader=2");
        openReused().close();
    }

    @Test
    void rebuildsAnUnusableCacheSayingSo() throws IOException {
        openBuilt().close();
        byte[] good = Files.readAllBytes(cache);
        Files.write(cache, Arrays.copyOf(good, 5000));
        openBuilt().close();
        assertThat(said)
                .contains("%s: truncated: 5,000 bytes, expected %,d; building it again".formatted(cache, good.length));
        Files.writeString(cache, "nonsense");
        openBuilt().close();
        assertThat(said).contains("%s: no cache: it does not start with BVSSFILE; building it again".formatted(cache));
        assertThat(Files.readAllBytes(cache)).isEqualTo(good);
    }

    @Test
    void refusesAnUnusableCacheGivenDirectly() throws IOException {
        Files.writeString(cache, "nonsense");
        assertThatThrownBy(() -> open(new GraphCache.Request(cache, ReadOptions.AUTO, OPTIONS, null, false)))
                .isInstanceOf(CacheFormatException.class);
        assertThat(said).isEmpty();
    }

    @Test
    void opensACacheGivenDirectlyWhateverItsName() throws IOException {
        openBuilt().close();
        Path renamed = Files.move(cache, folder.resolve("renamed"));
        GraphCache.Opened opened = open(new GraphCache.Request(renamed, ReadOptions.AUTO, OPTIONS, null, false));
        assertThat(opened.phases()).isEmpty();
        assertThat(opened.cache()).isEqualTo(renamed);
        opened.graph().close();
    }

    @Test
    void keepsCachesOfGraphsOfTheSameNameApartInAFolderOfCaches() throws IOException {
        Path caches = folder.resolve("caches/deep");
        Path other = Files.createDirectory(folder.resolve("other")).resolve("g.el");
        Files.writeString(other, "1 2\n");
        GraphCache.Opened first = open(request(OPTIONS, caches, false));
        GraphCache.Opened second = open(new GraphCache.Request(other, ReadOptions.AUTO, OPTIONS, caches, false));
        GraphCache.Opened again = open(request(OPTIONS, caches, false));
        try (Graph _ = first.graph();
                Graph _ = second.graph();
                Graph _ = again.graph()) {
            assertThat(first.cache()).isNotEqualTo(second.cache()).hasParent(caches);
            assertThat(second.cache()).hasParent(caches);
            assertThat(again.phases()).isEmpty();
        }
        assertThat(cache).doesNotExist();
    }

    @Test
    void goesOnUncachedWhereNoFolderCanBeMade() {
        GraphCache.Opened opened = open(request(OPTIONS, graph.resolve("caches"), false));
        assertThat(opened.cache()).isNull();
        opened.graph().close();
        assertThat(said)
                .contains(("no cache of %s can be kept (make the folder %s: not a directory): preparing it for"
                                + " this job alone; --cache DIR keeps one elsewhere")
                        .formatted(graph, graph.resolve("caches")));
    }

    @Test
    void goesOnUncachedWhereNoFileCanBeMade() {
        GraphCache.Opened opened = open(request(OPTIONS, Path.of("/proc/self"), false));
        assertThat(opened.cache()).isNull();
        assertThat(opened.graph().edgeCount()).isEqualTo(3);
        opened.graph().close();
        assertThat(said)
                .anyMatch(line -> line.startsWith("no cache of %s can be kept (".formatted(graph))
                        && line.endsWith("): preparing it for this job alone; --cache DIR keeps one elsewhere"));
    }

    @Test
    void readsNothingWhereACacheMustBeKeptAndCannot() throws IOException {
        Files.writeString(graph, "1 2 nonsense that a reader would refuse");
        for (Path caches : List.of(graph.resolve("caches"), Path.of("/proc/self"))) {
            assertThatThrownBy(() -> GraphCache.keep(request(OPTIONS, caches, false), Progress.NONE, said::add))
                    .isInstanceOf(FileException.class)
                    .hasMessageStartingWith("no cache of %s can be kept (".formatted(graph))
                    .hasMessageEndingWith("): --cache DIR keeps one elsewhere");
        }
        assertThat(said).isEmpty();
    }

    /// What is in the way is neither followed nor replaced, and the job goes on.
    @ParameterizedTest
    @ValueSource(strings = {"g.el.bvss", ".g.el.bvss.stamp", ".g.el.bvss.lock"})
    void goesOnUncachedWhereALinkOrAFolderIsInTheWay(String name) throws IOException {
        Path victim = folder.resolve("victim");
        Path dangling = folder.resolve("nowhere");
        Path planted = folder.resolve(name);
        for (Path target : new Path[] {victim, dangling, null}) {
            Files.writeString(victim, "precious");
            if (target == null) {
                Files.createDirectory(planted);
            } else {
                Files.createSymbolicLink(planted, target);
            }
            GraphCache.Opened opened = open(request(OPTIONS, null, true));
            assertThat(opened.cache()).isNull();
            assertThat(opened.graph().edgeCount()).isEqualTo(3);
            opened.graph().close();
            assertThat(said)
                    .contains(
                            "no cache of %s can be kept (%s %s): preparing it for this job alone; --cache DIR keeps one elsewhere"
                                    .formatted(
                                            graph,
                                            planted,
                                            target == null ? "is not a regular file" : "is a symbolic link"));
            assertThat(victim).hasContent("precious");
            assertThat(dangling).doesNotExist();
            Files.delete(planted);
        }
    }

    @Test
    @Timeout(20)
    void takesOverALockThatAKilledBuilderLeft() throws IOException {
        Files.writeString(folder.resolve(".g.el.bvss.lock"), "x");
        openBuilt().close();
        assertThat(names()).containsExactlyInAnyOrder("g.el", "g.el.bvss", ".g.el.bvss.stamp");
    }

    @Test
    void refusesAPipeInPlaceOfAGraph() throws Exception {
        Path pipe = folder.resolve("pipe.el");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> open(new GraphCache.Request(pipe, ReadOptions.AUTO, OPTIONS, null, false)))
                .isInstanceOf(FileException.class)
                .hasMessageContaining("it is a pipe or a device, and a graph is read more than once");
        Path cachePipe = folder.resolve("pipe.bvss");
        assertThat(new ProcessBuilder("mkfifo", cachePipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> open(new GraphCache.Request(cachePipe, ReadOptions.AUTO, OPTIONS, null, false)))
                .isInstanceOf(FileException.class)
                .hasMessage("open %s: it is not a regular file", cachePipe);
    }

    @Test
    void writesNothingForAMalformedGraph() throws IOException {
        rewrite("5 7\nnonsense\n", LONG_AGO);
        assertThatThrownBy(() -> open(request(OPTIONS, null, false))).isInstanceOf(GraphFormatException.class);
        assertThat(names()).containsExactly("g.el");
    }

    @Test
    void namesAMissingGraph() throws IOException {
        Files.delete(graph);
        assertThatThrownBy(() -> open(request(OPTIONS, null, false)))
                .isInstanceOf(FileException.class)
                .hasMessage("read %s: no such file or folder", graph);
    }

    @Test
    void buildsIntoANamedFile() throws IOException {
        Path named = folder.resolve("named.bvss");
        GraphCache.Opened opened = GraphCache.build(request(OPTIONS, null, false), named, Progress.NONE, said::add);
        assertThat(opened.cache()).isEqualTo(named);
        assertThat(opened.phases())
                .extracting(PhaseReport::name)
                .containsExactly("hash", "read", "CSC", "order", "BVSS", "write");
        opened.graph().close();
        assertThat(names()).containsExactlyInAnyOrder("g.el", "named.bvss");
    }

    /// Under its own name or another.
    @Test
    void neverReplacesTheGraphByItsCache() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.el"), graph);
        byte[] before = Files.readAllBytes(graph);
        GraphCache.Request linked =
                new GraphCache.Request(link, ReadOptions.AUTO, PreprocessOptions.defaults(), null, false);
        for (GraphCache.Request request : List.of(request(OPTIONS, null, false), linked)) {
            for (Path target : List.of(graph, link)) {
                assertThatThrownBy(() -> GraphCache.build(request, target, Progress.NONE, said::add))
                        .isInstanceOf(FileException.class)
                        .hasMessage("write %s: it is the graph itself", target);
            }
        }
        assertThat(graph).hasBinaryContent(before);
        assertThat(names()).containsExactlyInAnyOrder("g.el", "link.el");
    }

    @Test
    void readsTheGraphWhileItsHashIsFoundWhereThereAreThreadsForIt() {
        assertThat(phasesShown(2)).startsWith("read");
        assertThat(phasesShown(1)).startsWith("hash", "read");
        assertThat(folder.resolve("2.bvss")).hasSameBinaryContentAs(folder.resolve("1.bvss"));
    }

    private List<String> phasesShown(int threads) {
        List<String> shown = Collections.synchronizedList(new ArrayList<>());
        Progress progress = (name, total, unit) -> {
            shown.add(name);
            return Progress.NONE.start(name, total, unit);
        };
        GraphCache.Opened opened = GraphCache.build(
                request(OPTIONS.withThreads(threads), null, false),
                folder.resolve(threads + ".bvss"),
                progress,
                said::add);
        opened.graph().close();
        assertThat(opened.phases())
                .filteredOn(
                        phase -> phase.beside() != (threads > 1 && phase.name().equals("hash")))
                .isEmpty();
        return shown;
    }

    @Test
    void oneOfManyBuildersBuildsAndTheOthersWait() throws Exception {
        StringBuilder edges = new StringBuilder();
        for (int v = 0; v < 60_000; v++) {
            edges.append(v).append(' ').append((v * 7L + 1) % 60_000).append('\n');
        }
        rewrite(edges.toString(), LONG_AGO);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<GraphCache.Opened>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> open(request(OPTIONS.withThreads(1), null, false))));
            }
            int built = 0;
            for (Future<GraphCache.Opened> one : all) {
                GraphCache.Opened opened = one.get();
                built += opened.phases().isEmpty() ? 0 : 1;
                assertThat(opened.graph().vertexCount()).isEqualTo(60_000);
                opened.graph().close();
            }
            assertThat(built).isEqualTo(1);
        }
        assertThat(names()).containsExactlyInAnyOrder("g.el", "g.el.bvss", ".g.el.bvss.stamp");
    }

    @Test
    void aSecondBuilderSaysThatItWaits() throws Exception {
        BuildLock lock = BuildLock.acquire(cache, () -> {});
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<GraphCache.Opened> waiting = threads.submit(() -> open(request(OPTIONS, null, false)));
            String line = "waiting for another bitfront that builds " + cache;
            while (!said.contains(line)) {
                assertThat(waiting.isDone()).isFalse();
                Thread.sleep(5);
            }
            lock.close();
            waiting.get().graph().close();
            assertThat(said.stream().filter(line::equals)).hasSize(1);
        }
    }

    private void rewrite(String text, Instant modified) throws IOException {
        Files.writeString(graph, text);
        Files.setLastModifiedTime(graph, FileTime.from(modified));
    }

    private GraphCache.Request request(PreprocessOptions options, Path directory, boolean force) {
        return new GraphCache.Request(graph, ReadOptions.AUTO, options, directory, force);
    }

    /// A minute after whatever was written last.
    private GraphCache.Opened open(GraphCache.Request request) {
        return GraphCache.open(
                request, Progress.NONE, said::add, () -> Instant.now().plusSeconds(60));
    }

    /// At the moment at which the graph was written.
    private GraphCache.Opened openAtOnce(GraphCache.Request request) throws IOException {
        Instant written = FileState.of(graph).changed();
        return GraphCache.open(request, Progress.NONE, said::add, () -> written);
    }

    private Graph openBuilt() {
        GraphCache.Opened opened = open(request(OPTIONS, null, false));
        assertThat(opened.phases()).isNotEmpty();
        return opened.graph();
    }

    private Graph openReused() {
        GraphCache.Opened opened = open(request(OPTIONS, null, false));
        assertThat(opened.phases()).isEmpty();
        assertThat(opened.cache()).isEqualTo(cache);
        return opened.graph();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }
}
