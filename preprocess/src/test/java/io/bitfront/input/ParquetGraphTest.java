package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.EdgeMemory;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.parquet.HandMadeTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The format's own library writes what is read here.
class ParquetGraphTest {
    private static final String DIRECTED_NOTE =
            "a table is taken as directed; --undirected makes every edge stand for both directions";

    @TempDir
    private Path folder;

    private static List<Long[]> rows(int count, long mostId, long seed) {
        Random random = new Random(seed);
        List<Long[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Long[] {i % 7 == 0 ? 5 : random.nextLong(mostId), random.nextLong(mostId)});
        }
        return rows;
    }

    private static List<String> edges(List<Long[]> rows) {
        return rows.stream().map(row -> row[0] + ">" + row[1]).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "UNCOMPRESSED, PARQUET_1_0, false",
        "UNCOMPRESSED, PARQUET_1_0, true",
        "UNCOMPRESSED, PARQUET_2_0, false",
        "UNCOMPRESSED, PARQUET_2_0, true",
        "SNAPPY, PARQUET_1_0, true",
        "SNAPPY, PARQUET_2_0, false",
        "GZIP, PARQUET_1_0, false",
        "GZIP, PARQUET_2_0, true",
        "ZSTD, PARQUET_1_0, true",
        "ZSTD, PARQUET_2_0, false",
        "LZ4_RAW, PARQUET_1_0, true",
        "LZ4_RAW, PARQUET_2_0, false"
    })
    void readsEveryEncodingInAnyNumberOfRowGroups(
            CompressionCodecName codec, WriterVersion version, boolean dictionary) {
        for (String repetition : List.of("required", "optional")) {
            for (long mostId : new long[] {300, 1L << 31, Long.MAX_VALUE}) {
                String type = mostId > 1L << 31 ? "int64" : mostId > 300 ? "int64" : "int32";
                String schema = "message m { %s %s src; %s int64 dst; }".formatted(repetition, type, repetition);
                List<Long[]> rows = rows(5_000, mostId, mostId);
                Path file = folder.resolve("a.parquet");
                new EdgeTable(schema, codec, version, dictionary, 1_100).write(file, rows);
                ReadGraph graph = ReadGraph.of(file, ReadOptions.AUTO, 3, Tuning.DEFAULT);
                assertThat(graph.edges()).isEqualTo(edges(rows));
                assertThat(graph.format()).isEqualTo("parquet");
                assertThat(graph.directed()).isTrue();
                assertThat(graph.note()).isEqualTo(DIRECTED_NOTE);
                delete(file);
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// Arrow writes such groups, with columns that lie nowhere.
    @Test
    void passesOverARowGroupWithoutRows() {
        ReadGraph graph = ReadGraph.of(
                Path.of("src/test/resources/tables/empty-row-group.parquet"), ReadOptions.AUTO, 2, Tuning.DEFAULT);
        assertThat(graph.edges()).containsExactly("1>2", "2>3", "2>3");
    }

    @Test
    void isUndirectedWhereEveryEdgeIsThereBothWays() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required int64 src; required int64 dst; }")
                .write(file, List.of(new Long[] {10L, 30L}, new Long[] {30L, 10L}, new Long[] {7L, 7L}));
        ReadGraph graph = ReadGraph.of(file);
        assertThat(graph.alreadySymmetric()).isTrue();
        assertThat(graph.note()).isEqualTo(ReadGraph.BOTH_WAYS);
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).directed()).isTrue();
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).symmetrise()).isTrue();
    }

    @Test
    void takesTheColumnsKnownAsEndsAndSaysSo() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required double weight; required int64 day (TIMESTAMP(MILLIS,true));"
                        + " required int32 source; optional double x; required int64 size; required int32 target; }")
                .write(file, List.<Long[]>of(new Long[] {1L, 2L, 10L, null, 20L, 30L}));
        ReadGraph graph = ReadGraph.of(file);
        assertThat(graph.edges()).containsExactly("10>30");
        assertThat(graph.note()).isEqualTo("edges go from column source to column target; " + DIRECTED_NOTE);
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).note())
                .isEqualTo("edges go from column source to column target");
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).symmetrise()).isTrue();
    }

    @Test
    void takesTheColumnsAskedForAndNeverGuesses() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required int32 a; required int64 b; required int32 c; }")
                .write(file, List.<Long[]>of(new Long[] {7L, 1L, 2L}));
        assertThat(NamedGraph.of(file, "b,c", IdChoice.AUTO).edges()).containsExactly("1>2");
        assertThat(NamedGraph.of(file, "3,2", IdChoice.AUTO).edges()).containsExactly("2>1");
        assertThatThrownBy(() -> ReadGraph.of(file))
                .hasMessage(file
                        + ": the columns of integers or names are a, b, c, none of them known as the ends of edges;"
                        + " expected --columns with two of them");
        assertThatThrownBy(() -> NamedGraph.of(file, "b,x", IdChoice.AUTO))
                .hasMessage(file + ": no column is called 'x', expected --columns with two of a, b, c");
        assertThat(NamedGraph.of(file, "1,2", IdChoice.NAMES).named()).isTrue();
        assertThat(NamedGraph.of(file, "1,2", IdChoice.NAMES).edges()).containsExactly("7>1");
    }

    @Test
    void readsUnsignedNumbers() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required int32 a (INTEGER(32,false)); required int32 b (INTEGER(32,true)); }")
                .write(file, List.<Long[]>of(new Long[] {0xFFFF_FFFFL, 1L}));
        assertThat(ReadGraph.of(file).edges()).containsExactly("4294967295>1");
    }

    @Test
    void readsNothingBehindARowGroupWithADefect() {
        List<Long[]> rows = rows(5_000, 300, 1);
        rows.set(7, new Long[] {-1L, 2L});
        Path file = folder.resolve("a.parquet");
        new EdgeTable(EdgeTable.EDGES, CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0, false, 1_100)
                .write(file, rows);
        AtomicLong read = new AtomicLong();
        try (Workers one = new Workers(1)) {
            assertThatThrownBy(() -> GraphReader.read(file, ReadOptions.AUTO, one, (_, _, _) -> read::addAndGet))
                    .hasMessageContaining("of row group 0: row 7 holds vertex -1");
        }
        assertThat(read).hasValue(0);
    }

    /// Beyond what a vertex may be, they are names or refused as what they are.
    @Test
    void readsUnsignedNumbersOfEightBytes() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required int64 a (INTEGER(64,false)); required int64 b (INTEGER(64,true)); }")
                .write(file, List.<Long[]>of(new Long[] {-1L, -2L}));
        assertThat(NamedGraph.of(file, "1,2", IdChoice.NAMES).edges()).containsExactly("18446744073709551615>-2");
        assertThatThrownBy(() -> ReadGraph.of(file))
                .hasMessage(file + ": column a of row group 0: row 0 holds vertex 18446744073709551615,"
                        + " expected a whole number in 0..9223372036854775807");
    }

    @Test
    void isRecognisedWithoutASuffix() throws IOException {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain(EdgeTable.EDGES).write(file, rows(3, 9, 1));
        Path renamed = Files.move(file, folder.resolve("table"));
        assertThat(ReadGraph.of(renamed).format()).isEqualTo("parquet");
    }

    /// Between `PAR1` and `PAR1` nothing but the length of a footer, in four bytes.
    @ParameterizedTest
    @CsvSource({
        "0, 'the footer is malformed, expected Parquet''s file metadata'",
        "1, 'the footer has 1 bytes, expected 0..0'",
        "-1, 'the footer has -1 bytes, expected 0..0'"
    })
    void saysWhatIsWrongWithAFooter(int length, String message) {
        ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(0x31524150).putInt(length).putInt(0x31524150);
        Path file = ReadGraph.write(folder, "a.parquet", bytes.array());
        assertThatThrownBy(() -> ReadGraph.of(file)).hasMessage(file + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "message m { required int64 a; }                                 | 1   | a.parquet: the table has 1"
                        + " column of integers or names, expected two: from and to",
                "message m { optional int64 src; required int64 dst; }           | n 2 | a.parquet: column src of row"
                        + " group 0: a value is null, expected a vertex in every row",
                "message m { required int64 src; required int64 dst; }           | 1 -2 | a.parquet: column dst of row"
                        + " group 0: row 0 holds vertex -2, expected a whole number in 0..9223372036854775807",
                "message m { required int64 src; required int64 dst; }           | 0 0; 0 -9 | a.parquet: column dst of"
                        + " row group 0: row 1 holds vertex -9, expected a whole number in 0..9223372036854775807",
                "message m { required int64 src; required int64 dst; }           | 0 3; 3 0; -4 -1 | a.parquet: column src"
                        + " of row group 0: row 2 holds vertex -4, expected a whole number in 0..9223372036854775807",
                "message m { required int64 src; required int64 dst; }           |     | a.parquet: the table has no"
                        + " rows, expected an edge in each",
            })
    void saysWhatIsNoTableOfEdges(String schema, String row, String message) {
        Path file = folder.resolve("a.parquet");
        List<Long[]> rows = new ArrayList<>();
        for (String one : row == null ? new String[0] : row.split("; ")) {
            String[] words = one.split(" ", -1);
            Long[] values = new Long[words.length];
            for (int i = 0; i < words.length; i++) {
                values[i] = words[i].equals("n") ? null : Long.valueOf(words[i]);
            }
            rows.add(values);
        }
        EdgeTable.plain(schema).write(file, rows);
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(folder + "/" + message);
    }

    @ParameterizedTest
    @CsvSource({
        "UNCOMPRESSED, PARQUET_1_0, false",
        "SNAPPY, PARQUET_1_0, true",
        "GZIP, PARQUET_2_0, true",
        "ZSTD, PARQUET_1_0, false",
        "LZ4_RAW, PARQUET_1_0, true"
    })
    void readsNamesFromColumnsOfText(CompressionCodecName codec, WriterVersion version, boolean dictionary) {
        Path file = folder.resolve("a.parquet");
        Random random = new Random(8);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            rows.add(new Object[] {"Zoë, " + random.nextInt(400), "x".repeat(random.nextInt(1, 300)), (long) i});
        }
        for (String repetition : List.of("required", "optional")) {
            String schema = "message m { %s binary source (STRING); %s binary target (UTF8); required int64 weight; }"
                    .formatted(repetition, repetition);
            new EdgeTable(schema, codec, version, dictionary, 700).write(file, rows);
            NamedGraph graph = NamedGraph.of(file, "", IdChoice.AUTO);
            assertThat(graph.named()).isTrue();
            assertThat(graph.edges())
                    .isEqualTo(rows.stream().map(row -> row[0] + ">" + row[1]).toList());
            assertThat(graph.names()).isSorted();
            assertThat(graph.note()).isEqualTo("edges go from column source to column target; vertices have names");
            assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO)).isGreaterThan(150L * 3_000);
            delete(file);
        }
    }

    @Test
    void takesNumbersForNamesOnlyWhereAsked() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required int64 id; required binary to (STRING); }")
                .write(file, List.of(new Object[] {12L, "b"}, new Object[] {3L, "12"}));
        assertThat(NamedGraph.of(file, "", IdChoice.AUTO).edges()).containsExactly("12>b", "3>12");
        assertThatThrownBy(() -> NamedGraph.of(file, "", IdChoice.NUMBERS))
                .hasMessage(file + ": the table has 1 integer column, expected two: from and to");
        EdgeTable.plain("message m { required int64 a; required binary b (STRING); required int64 c; }")
                .write(folder.resolve("b.parquet"), List.<Object[]>of(new Object[] {1L, "x", 2L}));
        assertThat(NamedGraph.of(folder.resolve("b.parquet"), "", IdChoice.AUTO).edges())
                .containsExactly("1>2");
        assertThatThrownBy(() -> NamedGraph.of(folder.resolve("b.parquet"), "a,b", IdChoice.NUMBERS))
                .hasMessageEndingWith(": column b holds names, expected whole numbers (--ids names takes names)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | a name is empty, expected a vertex in every row",
                "a\u0007b | byte 0x07 is not text, expected names in UTF-8"
            })
    void refusesTextsThatAreNoNames(String name, String message) {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required binary src (STRING); required binary dst (STRING); }")
                .write(file, List.<Object[]>of(new Object[] {"ok", name}));
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(file + ": column dst of row group 0: " + message);
    }

    @Test
    void readsAFolderOfPartsAsOneTable() throws IOException {
        Path parts = Files.createDirectory(folder.resolve("edges"));
        List<String> expected = new ArrayList<>();
        for (int part = 0; part < 5; part++) {
            List<Long[]> rows = rows(1_000 * part, 500, part);
            new EdgeTable(EdgeTable.EDGES, CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, true, 700)
                    .write(parts.resolve("part-0000%d.snappy.parquet".formatted(part)), rows);
            expected.addAll(edges(rows));
        }
        Files.createFile(parts.resolve("_SUCCESS"));
        Files.createFile(parts.resolve(".part-00000.snappy.parquet.crc"));
        ReadGraph graph = ReadGraph.of(parts, ReadOptions.AUTO, 3, Tuning.DEFAULT);
        assertThat(graph.edges()).isEqualTo(expected);
        assertThat(graph.format()).isEqualTo("parquet");
        assertThat(graph.note()).isEqualTo("5 parts; " + DIRECTED_NOTE);

        EdgeTable.plain("message m { required int64 src; required int64 to; }")
                .write(parts.resolve("part-9.parquet"), rows(3, 9, 1));
        assertThatThrownBy(() -> ReadGraph.of(parts))
                .hasMessage(parts + "/part-9.parquet: its edges go from column src to column to, expected columns src"
                        + " and dst of the same kind, as in part-00000.snappy.parquet");
        Files.delete(parts.resolve("part-9.parquet"));
        Files.createFile(parts.resolve("notes.txt"));
        assertThatThrownBy(() -> ReadGraph.of(parts))
                .hasMessage(parts + ": this is a directory that holds notes.txt, expected .parquet files alone");
        Files.delete(parts.resolve("notes.txt"));
        Files.createDirectory(parts.resolve("day=1"));
        assertThatThrownBy(() -> ReadGraph.of(parts))
                .hasMessage("read %s: it holds the folder day=1, expected the parts of one table side by side", parts);
    }

    @Test
    void aFlippedByteIsFoundOrAnotherGraphButNoCrash() throws IOException {
        Path file = folder.resolve("a.parquet");
        new EdgeTable(EdgeTable.EDGES, CompressionCodecName.SNAPPY, WriterVersion.PARQUET_2_0, true, 200)
                .write(file, rows(1_000, 50, 3));
        byte[] sound = Files.readAllBytes(file);
        Random random = new Random(6);
        for (int i = 0; i < 600; i++) {
            byte[] bytes = sound.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
            Files.write(file, i % 5 == 0 ? Arrays.copyOf(bytes, random.nextInt(1, bytes.length)) : bytes);
            try {
                ReadGraph.of(file);
            } catch (GraphFormatException e) {
                assertThat(e.getMessage()).startsWith(file + ": ");
            }
        }
    }

    /// By the length of the names of the first group that has rows, whichever it is.
    @Test
    void needsMemoryByTheLengthOfItsNames() throws IOException {
        List<String> names = List.of("a", "a longer name", "another", "a");
        Path file = HandMadeTable.ofTexts()
                .emptyGroup()
                .emptyGroup()
                .groupOfTexts(names)
                .groupOfTexts(List.of("x".repeat(10_000)))
                .write(folder.resolve("a.parquet"));
        try (NameTable sampled = new NameTable()) {
            for (String name : names) {
                sampled.add(name.getBytes(StandardCharsets.UTF_8), 0, name.length());
            }
            assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO)).isEqualTo(EdgeMemory.ofNames(5, sampled));
        }
    }

    /// Where numbers are names, these are as long as the numbers in decimal.
    @Test
    void needsMemoryForNumbersThatAreNames() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain("message m { required int64 a (INTEGER(64,false)); required int64 b (INTEGER(64,true)); }")
                .write(file, List.<Long[]>of(new Long[] {-1L, -2L}));
        ReadOptions named = new ReadOptions(
                GraphFormat.AUTO, new ReadChoices(DirectionChoice.AS_FORMAT, ColumnChoice.AUTO, IdChoice.NAMES));
        try (NameTable sampled = new NameTable()) {
            for (String name : List.of("18446744073709551615", "-2")) {
                sampled.add(name.getBytes(StandardCharsets.UTF_8), 0, name.length());
            }
            assertThat(GraphReader.memoryNeeded(file, named)).isEqualTo(EdgeMemory.ofNames(1, sampled));
        }
    }

    @Test
    void needsNoMoreMemoryThanItEstimates() {
        Path file = folder.resolve("a.parquet");
        EdgeTable.plain(EdgeTable.EDGES).write(file, rows(1_000, 50, 3));
        assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO)).isGreaterThan(16L * 1_000);
    }
}
