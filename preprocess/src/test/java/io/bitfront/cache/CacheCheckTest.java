package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileState;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheCheckTest {
    private static final TestGraph DIRECTED = GraphKind.DIRECTED_UNIFORM.draw(1, 300);

    @TempDir
    Path folder;

    /// The first element is of the block before.
    @Test
    void tellsValuesBelowALimitFromOthers() {
        assertThat(CacheCheck.below(new int[] {-1, 0, 9, 5}, 3, 10)).isTrue();
        assertThat(CacheCheck.below(new int[] {10, Integer.MAX_VALUE - 1}, 1, Integer.MAX_VALUE))
                .isTrue();
        for (int wrong : new int[] {10, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (int at = 1; at <= 3; at++) {
                int[] values = {0, 0, 9, 5};
                values[at] = wrong;
                assertThat(CacheCheck.below(values, 3, 10)).isFalse();
                assertThat(CacheCheck.below(values, at - 1, 10)).isTrue();
                assertThat(CacheCheck.firstOutside(70, values, 3, 10)).isEqualTo(70 + at - 1);
            }
        }
    }

    /// Found on 2026-11-22: a traversal of it ended in SIGSEGV, its `newIdOf` being beyond all arrays.
    @Test
    void refusesTheFlippedByteThatCrashedTheJvm() throws IOException {
        Path file = folder.resolve("one-byte-flip.bvss");
        try (InputStream in = CacheCheckTest.class.getResourceAsStream("one-byte-flip.bvss")) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        assertThatThrownBy(() -> Graph.open(file))
                .isInstanceOf(CacheFormatException.class)
                .hasMessageStartingWith(file + ": corrupt: the checksum of newIdOf is ");
    }

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void believesWhatIsPrepared(GraphKind kind) {
        for (int n : new int[] {2, 33, 5000}) {
            assertBelieved(kind.draw(3, n), n % 2 == 0 ? "jaccard" : "rcm");
        }
    }

    @Test
    void believesBlocksAndColumnsOfEverySize() {
        for (TestGraph graph : new TestGraph[] {
            Shapes.empty(0),
            Shapes.empty(1),
            Shapes.oneWayChain(9),
            Shapes.star(40_000),
            Shapes.oneWayChain(70_000),
            Shapes.complete(300)
        }) {
            assertBelieved(graph, "natural");
        }
    }

    private void assertBelieved(TestGraph graph, String ordering) {
        Path file = folder.resolve("sound.bvss");
        TestInputs.keep(TestInputs.of(graph), TestInputs.options(ordering, 1), file);
        assertThatCode(() -> check(file, 2)).as("%s %s", graph, ordering).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void findsEveryFlippedByteBySum(BvssSection section) throws IOException {
        SplittableRandom random = new SplittableRandom(section.ordinal());
        Path sourceFile = folder.resolve("sound.bvss");
        TestInputs.keep(TestInputs.having(section, DIRECTED), TestInputs.options("degree", 2), sourceFile);
        CraftedCache sound = CraftedCache.of(sourceFile);
        byte[] bytes = Files.readAllBytes(folder.resolve("sound.bvss"));
        for (int i = 0; i < 20; i++) {
            byte[] flipped = bytes.clone();
            flipped[sound.at(section, random.nextLong(sound.shape().bytes(section)))] ^=
                    (byte) (1 << random.nextInt(8));
            Path file = Files.write(folder.resolve("flipped.bvss"), flipped);
            assertThatThrownBy(() -> check(file, 2))
                    .isInstanceOf(CacheFormatException.class)
                    .hasMessageStartingWith("%s: corrupt: ".formatted(file));
        }
    }

    private CraftedCache named() throws IOException {
        Path file = folder.resolve("named.bvss");
        TestInputs.keep(TestInputs.withNames(DIRECTED), TestInputs.options("degree", 2), file);
        return CraftedCache.of(file);
    }

    @Test
    void findsNamesOutOfBounds() throws IOException {
        long end = named().shape().nameBytes();
        int n = DIRECTED.vertexCount();
        for (long value : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, end + 1, 0}) {
            Path file = named().setLong(BvssSection.NAME_STARTS, 7, value).write();
            assertThatThrownBy(() -> check(file, 2))
                    .isInstanceOf(CacheFormatException.class)
                    .hasMessageContaining("corrupt: name.starts[")
                    .hasMessageContaining("expected starts of names, ascending from 0 to " + end);
        }
        Path begin = named().setLong(BvssSection.NAME_STARTS, 0, 1).write();
        assertThatThrownBy(() -> check(begin, 2)).hasMessageContaining("corrupt: name.starts[0] is 1");
        Path last = named().setLong(BvssSection.NAME_STARTS, n, end - 1).write();
        assertThatThrownBy(() -> check(last, 2))
                .hasMessageContaining("corrupt: name.starts[" + n + "] is " + (end - 1));
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 7, 10, 27, 31, 127})
    void findsControlCharactersInNames(byte value) throws IOException {
        CraftedCache cache = named();
        Path file = cache.setByte(cache.at(BvssSection.NAMES, 5), value).write();
        assertThatThrownBy(() -> check(file, 2))
                .hasMessageContaining("corrupt: byte 5 of names is 0x%02x, expected text without control characters"
                        .formatted(value));
    }

    /// With right sums, so that only bounds stand between a value and a read outside an array.
    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 300, 1_000_000})
    void findsValuesOutOfBounds(int value) throws IOException {
        for (BvssSection section : new BvssSection[] {
            BvssSection.NEW_ID_OF,
            BvssSection.OLD_ID_OF,
            BvssSection.OUT_ROW_INDEX,
            BvssSection.IN_ROW_INDEX,
            BvssSection.HUBS,
            BvssSection.REAL_PTRS,
            BvssSection.VIRTUAL_TO_REAL,
            BvssSection.ROW_IDS
        }) {
            CraftedCache cache = CraftedCache.of(DIRECTED, folder.resolve("crafted.bvss"));
            long elements = cache.shape().bytes(section) / 4;
            for (long index : new long[] {0, elements / 2, elements - 1}) {
                int was = cache.intAt(section, index);
                Path file = cache.set(section, index, value).write();
                if (was != value) {
                    assertRefused(file, section + " " + index);
                }
                cache.set(section, index, was);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62, 1_000_000})
    void findsColumnsOutOfBounds(long value) throws IOException {
        for (BvssSection section :
                new BvssSection[] {BvssSection.OUT_COLUMN_START, BvssSection.IN_COLUMN_START, BvssSection.IDS}) {
            CraftedCache cache = CraftedCache.of(DIRECTED, folder.resolve("crafted.bvss"));
            long elements = cache.shape().bytes(section) / 8;
            for (long index : new long[] {0, elements / 2, elements - 1}) {
                if (section != BvssSection.IDS || index != elements - 1 || value < 0) {
                    byte[] was = Files.readAllBytes(folder.resolve("crafted.bvss"));
                    assertRefused(cache.setLong(section, index, value).write(), section + " " + index);
                    cache = CraftedCache.of(Files.write(folder.resolve("crafted.bvss"), was));
                }
            }
        }
    }

    /// Where its neighbours say otherwise, too, an element is named that cannot be, before anything is read by it.
    @Test
    void namesTheColumnThatIsOutOfBounds() throws IOException {
        for (BvssSection section : new BvssSection[] {BvssSection.OUT_COLUMN_START, BvssSection.IN_COLUMN_START}) {
            for (long value : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1_000_000}) {
                CraftedCache cache = CraftedCache.of(DIRECTED, folder.resolve("crafted.bvss"));
                Path file = cache.setLong(section, 150, value).write();
                assertThatThrownBy(() -> check(file, 2))
                        .hasMessageStartingWith("%s: corrupt: %s[150] is %d, expected starts of columns"
                                .formatted(file, section.word(), value));
            }
        }
    }

    @Test
    void findsRowsOutOfOrderWithinAColumn() throws IOException {
        CraftedCache cache = CraftedCache.of(DIRECTED, folder.resolve("crafted.bvss"));
        int second = cache.intAt(BvssSection.OUT_ROW_INDEX, 1);
        Path file = cache.set(BvssSection.OUT_ROW_INDEX, 0, second).write();
        assertThatThrownBy(() -> check(file, 2))
                .hasMessageContaining("corrupt: out.rowIndex[1] is %d, expected rows below".formatted(second));
    }

    /// The last of 33 columns is alone in its slice set: no row's mask has another bit.
    @Test
    void findsAnEdgeOfAColumnBeyondTheLast() throws IOException {
        CraftedCache cache = CraftedCache.of(Shapes.cycle(33), folder.resolve("crafted.bvss"));
        int last = (int) (cache.shape().bytes(BvssSection.VIRTUAL_TO_REAL) / 4 - 1);
        assertThat(cache.intAt(BvssSection.VIRTUAL_TO_REAL, last)).isEqualTo(4);
        int at = cache.at(BvssSection.TILE_MASKS, 128L * last);
        assertThat(cache.byteAt(at)).isEqualTo((byte) 1);
        assertRefused(cache.setByte(at, (byte) 3).write(), "column 33 of 33");
    }

    /// Kernels leave out what comes after the last vertex with an edge, and so must edges.
    @Test
    void findsAnEdgeToAVertexWithoutEdges() throws IOException {
        CraftedCache cache = CraftedCache.of(Shapes.oneWayChain(33), folder.resolve("crafted.bvss"));
        int last = (int) (cache.shape().bytes(BvssSection.OUT_ROW_INDEX) / 4 - 1);
        assertThat(cache.shape().vertexCount()).isEqualTo(33);
        assertRefused(cache.set(BvssSection.OUT_ROW_INDEX, last, 33).write(), "row 33 of 33");
    }

    @Test
    void findsAHubWhereNoEdgeLeads() throws IOException {
        CraftedCache cache = CraftedCache.of(Shapes.oneWayChain(33), folder.resolve("crafted.bvss"));
        for (int v = 0; v < 33; v++) {
            if (cache.intAt(BvssSection.HUBS, v) == -1) {
                assertRefused(cache.set(BvssSection.HUBS, v, 0).write(), "hub of " + v);
                return;
            }
        }
        throw new AssertionError("the chain has a vertex that no edge leads to");
    }

    /// A closeness job of such a cache, in which two leaves lead to each other, went on for ever.
    @Test
    void findsEdgesThatLeadOneWayInAnUndirectedGraph() throws IOException {
        CraftedCache cache = CraftedCache.of(Shapes.cycle(33), folder.resolve("crafted.bvss"));
        int other = cache.intAt(BvssSection.OUT_ROW_INDEX, 0) == 5 ? 6 : 5;
        assertThat(cache.intAt(BvssSection.OUT_ROW_INDEX, 1)).isGreaterThan(other);
        assertThatThrownBy(() ->
                        check(cache.set(BvssSection.OUT_ROW_INDEX, 0, other).write(), 2))
                .hasMessageContaining(
                        ": corrupt: some of its edges lead one way, expected both as in any undirected graph");
    }

    @Test
    void findsInNeighboursThatMirrorNoEdge() throws IOException {
        for (BvssSection section : new BvssSection[] {BvssSection.OUT_ROW_INDEX, BvssSection.IN_ROW_INDEX}) {
            CraftedCache cache = CraftedCache.of(Shapes.oneWayChain(33), folder.resolve("crafted.bvss"));
            int was = cache.intAt(section, 7);
            assertThatThrownBy(() ->
                            check(cache.set(section, 7, was == 3 ? 4 : 3).write(), 2))
                    .hasMessageContaining(": corrupt: its in-neighbours are of other edges than its out-neighbours");
        }
    }

    @Test
    void findsAHubThatLeadsElsewhere() throws IOException {
        CraftedCache cache = CraftedCache.of(Shapes.cycle(33), folder.resolve("crafted.bvss"));
        int was = cache.intAt(BvssSection.HUBS, 20);
        assertThatThrownBy(() -> check(cache.set(BvssSection.HUBS, 20, 20).write(), 2))
                .hasMessageContaining(": corrupt: 1 of its vertices have a hub that is no in-neighbour;");
        check(cache.set(BvssSection.HUBS, 20, was).write(), 2);
    }

    @Test
    @Timeout(20)
    void verifiesNoPipe() throws Exception {
        Path pipe = folder.resolve("pipe.bvss");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (Workers workers = new Workers(1)) {
            assertThatThrownBy(() -> BvssFile.verify(pipe, workers, Progress.NONE))
                    .hasMessage("open %s: it is not a regular file".formatted(pipe));
        }
    }

    @Test
    void findsStatisticsThatMislead() throws IOException {
        CraftedCache cache = CraftedCache.of(DIRECTED, folder.resolve("crafted.bvss"));
        String text = new String(
                Files.readAllBytes(folder.resolve("crafted.bvss")), java.nio.charset.StandardCharsets.ISO_8859_1);
        int at = text.indexOf("maxInDegree") + "maxInDegree\":".length();
        assertThat(text.charAt(at)).isBetween('2', '9');
        Path file = cache.setByte(at, (byte) '1').write();
        assertThatThrownBy(() -> check(file, 2)).hasMessageContaining("the statistics say largest degrees ");
    }

    @Test
    void saysThatAFileWasCutShortWhileItWasChecked() throws IOException {
        Path file = folder.resolve("cut.bvss");
        TestInputs.keep(TestInputs.of(Shapes.star(40_000)), TestInputs.options("natural", 2), file);
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(2)) {
            BvssFile.Mapped mapped = BvssFile.map(file, arena);
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(4096);
            }
            assertThatThrownBy(() -> CacheCheck.require(mapped, true, workers, Progress.NONE))
                    .isInstanceOf(CacheFormatException.class)
                    .hasMessageContaining("cut short");
        }
    }

    @Test
    void checksACacheOnceInEachState() throws IOException {
        CheckedCaches checked = new CheckedCaches(Optional.of(folder.resolve("state")));
        CraftedCache cache = CraftedCache.of(DIRECTED, folder.resolve("kept.bvss"));
        Path file = cache.write();
        FileState now = FileState.of(file);
        FileState settled = new FileState(now.size(), now.modified(), Instant.EPOCH, now.identity());
        FileState young =
                new FileState(now.size(), now.modified(), Instant.now().plusSeconds(60), now.identity());
        checked.remember(file, young, true);
        assertThat(checked.knows(file, young, true)).as("too young").isFalse();
        checked.remember(file, settled, true);
        assertThat(checked.knows(file, settled, true)).isTrue();
        assertThat(checked.knows(file, settled, false)).isFalse();
        assertThat(checked.knows(file, now, true)).as("changed since").isFalse();
        assertThat(new CheckedCaches(Optional.empty()).knows(file, settled, true))
                .isFalse();
    }

    @Test
    void saysWhenAFileWasRewrittenWhileItWasInUse() throws IOException {
        Path file = folder.resolve("kept.bvss");
        TestInputs.keep(TestInputs.of(DIRECTED), TestInputs.options("natural", 2), file);
        Graph graph = BvssFile.open(file);
        Graph reversed;
        try (Workers workers = new Workers(1)) {
            reversed = DerivedGraphs.reversed(graph, false, workers);
        }
        FileTime before = Files.getLastModifiedTime(file);
        assertThatCode(graph::requireUntouched).doesNotThrowAnyException();
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(file, before);
        assertThatCode(graph::requireUnchanged).doesNotThrowAnyException();
        assertThatThrownBy(graph::requireUntouched).hasMessageContaining(" was written to while it was in use: ");
        assertThatCode(reversed::requireUnchanged).doesNotThrowAnyException();
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        assertThatThrownBy(reversed::close).hasMessageContaining(" was written to while it was in use: ");
        assertThatThrownBy(graph::close)
                .hasMessage(
                        "%s was written to while it was in use: results from it cannot be relied on".formatted(file));
        Graph deleted = BvssFile.open(file);
        Files.delete(file);
        assertThatCode(deleted::close).doesNotThrowAnyException();
    }

    private static void assertRefused(Path file, String what) {
        assertThatThrownBy(() -> check(file, 2))
                .as(what)
                .isInstanceOf(CacheFormatException.class)
                .hasMessageContaining(": corrupt: ")
                .hasMessageNotContaining("checksum");
    }

    private static void check(Path file, int threads) {
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(threads)) {
            CacheCheck.require(BvssFile.map(file, arena), true, workers, Progress.NONE);
        }
    }
}
