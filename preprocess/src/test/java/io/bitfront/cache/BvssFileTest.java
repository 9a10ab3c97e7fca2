package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileException;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class BvssFileTest {
    @TempDir
    Path folder;

    static List<TestGraph> graphs() {
        return Share.of(BvssFileTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void opensTheGraphThatWasPreparedAndFindsNothingWrongWithIt(TestGraph input) {
        Path file = folder.resolve("graph.bvss");
        TestInputs.keep(TestInputs.withSparseIds(input), TestInputs.options("degree", 3), file);
        try (Graph expected = Preprocessor.prepare(TestInputs.withSparseIds(input), TestInputs.options("degree", 2));
                Graph opened = Graph.open(file);
                Workers workers = new Workers(3)) {
            assertSame(opened, expected);
            assertThat(BvssFile.verify(file, workers, Progress.NONE))
                    .allMatch(BvssFile.Check::passed)
                    .hasSizeGreaterThan(BvssSection.values().length);
        }
    }

    @Test
    void tellsACopyWithADamagedByteFromAnIntactOne() throws IOException {
        Path file = folder.resolve("graph.bvss");
        TestInputs.keep(TestInputs.of(GraphKind.DIRECTED_MESSY.draw(1, 300)), TestInputs.options("degree", 2), file);
        byte[] bytes = Files.readAllBytes(file);
        try (Workers workers = new Workers(2)) {
            BvssFile.requireIntact(file, true, workers, Progress.NONE);
            int rows = (int) BvssFile.header(file).shape().offset(BvssSection.OUT_ROW_INDEX);
            bytes[rows] ^= 1;
            Files.write(file, bytes);
            assertThatThrownBy(() -> BvssFile.requireIntact(file, true, workers, Progress.NONE))
                    .isInstanceOf(CacheFormatException.class)
                    .hasMessageMatching(".*graph.bvss: corrupt: checksum of out.rowIndex is \\p{XDigit}{8}, expected"
                            + " \\p{XDigit}{8}; .*");
        }
    }

    /// A copy for the CPU: the stretches it needs, and zeros in the place of the tiles.
    @Test
    void aCopyWithoutTilesIsIntactButForThem() throws IOException {
        Path file = folder.resolve("graph.bvss");
        TestInputs.keep(TestInputs.of(GraphKind.MESSY.draw(1, 300)), TestInputs.options("degree", 2), file);
        byte[] whole = Files.readAllBytes(file);
        byte[] copy = new byte[whole.length];
        ByteBuffer start = ByteBuffer.wrap(whole, 0, BvssFile.HEADER_BYTES);
        BvssFile.stretches(file, start, whole.length, false)
                .forEach(part -> System.arraycopy(
                        whole, (int) part.begin(), copy, (int) part.begin(), (int) (part.end() - part.begin())));
        Files.write(file, copy);
        try (Workers workers = new Workers(2)) {
            assertThat(BvssFile.verify(file, workers, Progress.NONE))
                    .filteredOn(check -> check.name().startsWith("checksum") && !check.passed())
                    .extracting(BvssFile.Check::name)
                    .containsExactly("checksum of virtualToReal", "checksum of rowIds", "checksum of tileMasks");
            BvssFile.requireIntact(file, false, workers, Progress.NONE);
            assertThatThrownBy(() -> BvssFile.requireIntact(file, true, workers, Progress.NONE))
                    .isInstanceOf(CacheFormatException.class);
        }
        byte[] all = new byte[whole.length];
        BvssFile.stretches(file, start, whole.length, true)
                .forEach(part -> System.arraycopy(
                        whole, (int) part.begin(), all, (int) part.begin(), (int) (part.end() - part.begin())));
        assertThat(all).isEqualTo(whole);
    }

    @Test
    void readsTheFactsOfAFileElsewhereFromItsFirstBytes() throws IOException {
        Path file = folder.resolve("graph.bvss");
        TestInputs.keep(TestInputs.of(GraphKind.DIRECTED_MESSY.draw(1, 300)), TestInputs.options("degree", 2), file);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer start = ByteBuffer.wrap(bytes, 0, BvssFile.HEADER_BYTES);
        CacheFacts facts = BvssFile.facts(Path.of("elsewhere"), start, bytes.length);
        assertThat(facts).isEqualTo(BvssFile.facts(file));
        assertThat(facts.vertexCount()).isEqualTo(300);
        assertThat(facts.directed()).isTrue();
        assertThat(facts.fileBytes()).isEqualTo(bytes.length);
        assertThatThrownBy(() -> BvssFile.facts(Path.of("elsewhere"), start, bytes.length - 1))
                .isInstanceOf(CacheFormatException.class)
                .hasMessageStartingWith("elsewhere: truncated");
    }

    @Test
    void aGraphWrittenFromMemoryHasTheBytesOfOnePreparedIntoItsFile() throws IOException {
        for (TestGraph input :
                List.of(Shapes.empty(0), GraphKind.MESSY.draw(1, 3000), GraphKind.DIRECTED_MESSY.draw(1, 3000))) {
            Path direct = folder.resolve("direct.bvss");
            Path copied = folder.resolve("copied.bvss");
            TestInputs.keep(TestInputs.of(input), TestInputs.options("degree", 3), direct);
            try (Graph graph = TestInputs.prepared(input, "degree")) {
                TestInputs.write(graph, copied);
            }
            assertThat(Files.mismatch(direct, copied)).as(input.name()).isEqualTo(-1);
        }
    }

    @Test
    @Tag("once")
    void theBytesDoNotDependOnTheNumberOfThreads() throws IOException {
        for (TestGraph input : List.of(
                GraphKind.SCALE_FREE.draw(1, 9_000), GraphKind.DIRECTED_MESSY.draw(1, 9_000), Shapes.empty(0))) {
            for (String ordering : OrderingKind.words()) {
                Path alone = folder.resolve("alone.bvss");
                TestInputs.keep(TestInputs.withSparseIds(input), TestInputs.options(ordering, 1), alone);
                for (int threads : new int[] {2, 5}) {
                    Path together = folder.resolve("together.bvss");
                    TestInputs.keep(TestInputs.withSparseIds(input), TestInputs.options(ordering, threads), together);
                    assertThat(Files.mismatch(alone, together))
                            .as("%s, %s, %d threads", input, ordering, threads)
                            .isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void keepsIdsThatAreNoRange() {
        Path file = folder.resolve("sparse.bvss");
        TestInputs.keep(TestInputs.withSparseIds(Shapes.star(9)), TestInputs.options("degree", 1), file);
        try (Graph graph = Graph.open(file)) {
            for (long id = 10; id < 10 + 27; id += 3) {
                assertThat(graph.idOf(graph.vertexOf(id))).isEqualTo(id);
            }
            assertThatThrownBy(() -> graph.vertexOf(11))
                    .hasMessage("vertex 11 is not in the graph (9 ids from 10 to 34)");
        }
    }

    @Test
    void keepsItsKey() {
        Path file = small();
        assertThat(BvssFile.key(file)).isEqualTo(TestInputs.KEY);
    }

    @Test
    void startsSectionsOnPagesAndLeavesNothingBehind() throws IOException {
        Path file = small();
        assertThat(Files.size(file) % 4096).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void refusesAFileOfWhichAnyHeaderByteIsWrong() throws IOException {
        Path file = small();
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < BvssHeader.BYTES; at++) {
            for (int flip : new int[] {0xFF, 0x01, 0x80}) {
                byte[] damaged = Arrays.copyOf(bytes, BvssHeader.BYTES);
                damaged[at] ^= (byte) flip;
                assertThatThrownBy(() -> BvssHeader.decode(file, ByteBuffer.wrap(damaged), bytes.length))
                        .as("byte %d", at)
                        .isInstanceOf(CacheFormatException.class)
                        .hasMessageStartingWith(file + ": ")
                        .hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void refusesAFileCutAnywhere() throws IOException {
        Path file = small();
        byte[] bytes = Files.readAllBytes(file);
        BvssShape shape = BvssFile.header(file).shape();
        Path cut = folder.resolve("cut.bvss");
        for (int length : cuts(shape, bytes.length)) {
            Files.write(cut, Arrays.copyOf(bytes, length));
            String expected = length < BvssHeader.BYTES ? "a header of 4,096" : "%,d".formatted(bytes.length);
            assertThatThrownBy(() -> BvssFile.open(cut))
                    .isInstanceOf(CacheFormatException.class)
                    .hasMessage("%s: truncated: %,d bytes, expected %s; preprocess the graph again"
                            .formatted(cut, length, expected));
        }
    }

    private static List<Integer> cuts(BvssShape shape, int size) {
        Stream<Integer> headers = Stream.of(0, 1, 7, 8, 11, 12, 15, 16, 100, 4091, 4095, 4096);
        Stream<Integer> sections = Arrays.stream(BvssSection.values())
                .filter(section -> shape.bytes(section) > 0)
                .flatMap(section -> Stream.of(
                        (int) shape.offset(section), (int) (shape.offset(section) + shape.bytes(section) - 1)));
        return Stream.concat(Stream.concat(headers, sections), Stream.of(size - 1))
                .toList();
    }

    @Test
    void refusesAFileThatIsTooLong() throws IOException {
        Path file = small();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
        assertRefused(file, "corrupt: %,d bytes, expected %,d".formatted(bytes.length + 1, bytes.length));
    }

    @Test
    void refusesAFileOfAnotherKind() throws IOException {
        Path file = Files.writeString(folder.resolve("other.bvss"), "%%MatrixMarket");
        assertRefused(file, "no cache: it does not start with BVSSFILE");
    }

    /// What is no cache by its name either.
    @Test
    void saysWhoReadsGraphFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("web.el"), "0 1\n");
        assertThatThrownBy(() -> Graph.open(file))
                .isInstanceOf(CacheFormatException.class)
                .hasMessage(file + ": not a .bvss cache; GraphCache.open reads graph files");
    }

    @Test
    void refusesAnOlderVersion() throws IOException {
        assertRefused(patched(8, 0), "too old: format version 0, this bitfront reads 2");
    }

    @Test
    void refusesANewerVersion() throws IOException {
        Path file = patched(8, 3);
        assertThatThrownBy(() -> BvssFile.open(file))
                .isInstanceOf(CacheFormatException.class)
                .hasMessage(
                        "%s: too new: format version 3, this bitfront reads 2; "
                                + "use a newer bitfront or preprocess the graph again",
                        file);
    }

    @Test
    void refusesTheOtherByteOrder() throws IOException {
        assertRefused(patched(12, 0x04030201), "wrong byte order: written on a machine of the other one");
    }

    @Test
    void refusesAnUnknownByteOrderMark() throws IOException {
        assertRefused(patched(12, 7), "corrupt: the byte-order mark is 00000007, expected 01020304");
    }

    @Test
    void refusesADamagedHeader() throws IOException {
        Path file = patched(32, 99);
        int expected = BvssFileTest.intAt(file, 4092);
        byte[] header = Arrays.copyOf(Files.readAllBytes(file), 4092);
        int sum = Crc32c.of(ByteBuffer.wrap(header));
        assertRefused(file, "corrupt: the header's checksum is %08x, expected %08x".formatted(sum, expected));
    }

    /// A header whose sum is right but whose counts or table lie, as a broken writer could make it.
    @Test
    void refusesCountsThatTheSectionTableContradicts() throws IOException {
        for (int at :
                new int[] {24, 28, 32, 40, 44, 60, 512, 520, 512 + 24, 520 + 24, 512 + 12 * 24, 520 + 12 * 24, 2000}) {
            for (int value : new int[] {-1, 0x7FFFFFFF, 0x10000000, 6}) {
                Path file = resummed(at, value);
                assertThatThrownBy(() -> BvssFile.open(file))
                        .as("%d at %d", value, at)
                        .isInstanceOf(CacheFormatException.class)
                        .hasMessageStartingWith(file + ": corrupt: ");
            }
        }
    }

    @Test
    void refusesStatisticsThatAreNotThere() throws IOException {
        CraftedCache cache = CraftedCache.of(small());
        Path file =
                cache.setByte(cache.at(BvssSection.STATISTICS, 2), (byte) 'X').write();
        assertRefused(file, "corrupt: statistics lack the field inputEdges");
    }

    @Test
    void namesAMissingFile() {
        Path file = folder.resolve("nowhere.bvss");
        assertThatThrownBy(() -> BvssFile.open(file))
                .isInstanceOf(FileException.class)
                .hasMessage("open %s: no such file or folder", file);
    }

    private void assertRefused(Path file, String problem) {
        assertThatThrownBy(() -> BvssFile.open(file))
                .isInstanceOf(CacheFormatException.class)
                .hasMessage("%s: %s; preprocess the graph again".formatted(file, problem));
    }

    private Path small() {
        Path file = folder.resolve("small.bvss");
        TestInputs.keep(TestInputs.withSparseIds(Shapes.oneWayChain(33)), TestInputs.options("natural", 1), file);
        return file;
    }

    private Path patched(int at, int value) throws IOException {
        Path file = small();
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        return Files.write(file, bytes);
    }

    private Path resummed(int at, int value) throws IOException {
        Path file = patched(at, value);
        byte[] bytes = Files.readAllBytes(file);
        int sum = Crc32c.of(ByteBuffer.wrap(bytes, 0, 4092));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4092, sum);
        return Files.write(file, bytes);
    }

    private static int intAt(Path file, int at) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt(at);
    }

    private static void assertSame(Graph actual, Graph expected) {
        assertThat(actual.directed()).isEqualTo(expected.directed());
        assertThat(actual.ordering()).isEqualTo(expected.ordering());
        assertThat(actual.statistics()).isEqualTo(expected.statistics());
        for (int v = 0; v < expected.vertexCount(); v++) {
            assertThat(actual.idOf(v)).isEqualTo(expected.idOf(v));
        }
        assertSame(actual.out(), expected.out());
        assertSame(actual.in(), expected.in());
        assertThat(actual.in() == actual.out()).isEqualTo(!expected.directed());
        assertSame(actual.permutation().newIdOf(), expected.permutation().newIdOf());
        assertSame(actual.permutation().oldIdOf(), expected.permutation().oldIdOf());
        assertSame(actual.hubs(), expected.hubs());
        assertSame(actual.bvss().realPtrs(), expected.bvss().realPtrs());
        assertSame(actual.bvss().virtualToReal(), expected.bvss().virtualToReal());
        assertSame(actual.bvss().rowIds(), expected.bvss().rowIds());
        assertSame(actual.bvss().tileMasks(), expected.bvss().tileMasks());
    }

    private static void assertSame(Csc actual, Csc expected) {
        assertThat(actual.columnStart().toArray())
                .containsExactly(expected.columnStart().toArray());
        assertSame(actual.rowIndex(), expected.rowIndex());
    }

    private static void assertSame(IntArray actual, IntArray expected) {
        assertThat(actual.toArray()).containsExactly(expected.toArray());
    }
}
