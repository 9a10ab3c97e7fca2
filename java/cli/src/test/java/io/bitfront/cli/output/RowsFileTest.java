package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.VertexIds;
import io.bitfront.memory.LongArray;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class RowsFileTest {
    /// Names that a comma, a quote, a backslash or a blank at an end makes difficult, and one that is plain.
    private static final List<String> NAMES =
            List.of("plain", "a,b", "say \"so\"", " before", "after ", "in between", "back\\slash");

    @TempDir
    private Path folder;

    private static RowsFile numbers(int rows) {
        return new RowsFile(
                rows,
                List.of(
                        new RowsFile.Column("vertex", row -> 10L - row),
                        new RowsFile.Column("size", row -> 100L * row),
                        new RowsFile.Column("far", row -> -row)));
    }

    private static VertexIds names(Arena arena) {
        byte[] text = String.join("", NAMES).getBytes(StandardCharsets.UTF_8);
        long[] starts = new long[NAMES.size() + 1];
        for (int i = 0; i < NAMES.size(); i++) {
            starts[i + 1] = starts[i] + NAMES.get(i).length();
        }
        MemorySegment bytes = arena.allocate(text.length);
        bytes.copyFrom(MemorySegment.ofArray(text));
        return new VertexIds.Names(LongArray.copyOf(arena, starts), bytes);
    }

    private static RowsFile named(Arena arena) {
        return new RowsFile(
                NAMES.size(),
                List.of(
                        new RowsFile.Column("vertex", row -> row, names(arena)),
                        new RowsFile.Column("step", row -> row)));
    }

    private Path written(RowsFile rows, String name) {
        Path file = folder.resolve(name);
        assertThat(rows.write(Target.of(file))).containsExactly(file);
        return file;
    }

    @Test
    void writesFieldsAmongSeparatorsBelowAHeader() {
        assertThat(written(numbers(3), "r.csv")).hasContent("vertex,size,far\n10,0,0\n9,100,-1\n8,200,-2\n");
        assertThat(written(numbers(2), "r.tsv")).hasContent("vertex\tsize\tfar\n10\t0\t0\n9\t100\t-1\n");
        assertThat(written(numbers(0), "none.csv")).hasContent("vertex,size,far\n");
    }

    @Test
    void quotesNamesOnlyWhereTheFormatAsksForIt() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(written(named(arena), "n.csv")).content().isEqualTo("""
                    vertex,step
                    plain,0
                    "a,b",1
                    "say ""so""\",2
                    " before",3
                    "after ",4
                    in between,5
                    back\\slash,6
                    """);
            assertThat(written(named(arena), "n.tsv")).content().isEqualTo("""
                    vertex	step
                    plain	0
                    a,b	1
                    "say ""so""\"	2
                    " before"	3
                    "after "	4
                    in between	5
                    back\\slash	6
                    """);
        }
    }

    @Test
    void writesJsonThatOthersRead() {
        assertThat(written(numbers(2), "r.json")).content().isEqualTo("""
                {
                  "columns": ["vertex", "size", "far"],
                  "rows": [
                    [10, 0, 0],
                    [9, 100, -1]
                  ]
                }
                """);
        try (Arena arena = Arena.ofConfined()) {
            var rows = new JsonMapper()
                    .readTree(written(named(arena), "n.json").toFile())
                    .get("rows");
            assertThat(rows.size()).isEqualTo(NAMES.size());
            for (int row = 0; row < NAMES.size(); row++) {
                assertThat(rows.get(row).get(0).asString()).isEqualTo(NAMES.get(row));
                assertThat(rows.get(row).get(1).asInt()).isEqualTo(row);
            }
        }
    }

    @Test
    void writesAnArrayOfAllColumnsButTheFirst() throws IOException {
        Path file = folder.resolve("r.npy");
        Path ids = folder.resolve("r.ids.npy");
        assertThat(numbers(3).write(Target.of(file))).containsExactly(file, ids);
        Npy read = Npy.read(file);
        assertThat(read.header()).contains("'descr': '<i8'").contains("'shape': (3, 2,)");
        assertThat(read.longs()).containsExactly(0, 0, 100, -1, 200, -2);
        assertThat(Npy.read(ids).longs()).containsExactly(10, 9, 8);
    }

    @Test
    void writesAnArrayOfOneDimensionForOneColumn() throws IOException {
        RowsFile rows = new RowsFile(
                4,
                List.of(
                        new RowsFile.Column("row", row -> row),
                        new RowsFile.Column("square", row -> (long) row * row)));
        Npy read = Npy.read(written(rows, "s.npy"));
        assertThat(read.header()).contains("'shape': (4,)");
        assertThat(read.longs()).containsExactly(0, 1, 4, 9);
    }

    @Test
    void writesNamesBesideAnArrayAndRefusesThemInIt() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Path file = folder.resolve("n.npy");
            Path beside = folder.resolve("n.ids.txt");
            assertThat(named(arena).write(Target.of(file))).containsExactly(file, beside);
            assertThat(Files.readAllLines(beside)).isEqualTo(NAMES);
            RowsFile turned = new RowsFile(
                    1,
                    List.of(
                            new RowsFile.Column("step", row -> row),
                            new RowsFile.Column("v", row -> row, names(arena))));
            assertThatThrownBy(() -> turned.write(Target.of(folder.resolve("t.npy"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("t.npy: names do not go into an array; choose another format");
        }
    }

    @Test
    void writesTablesOfNumbersAndNames() {
        Parquet read = Parquet.read(written(numbers(3), "r.parquet"));
        assertThat(read.schema()).containsExactly("required int64 vertex", "required int64 size", "required int64 far");
        assertThat(read.rows()).containsExactly("10 0 0", "9 100 -1", "8 200 -2");
        try (Arena arena = Arena.ofConfined()) {
            Parquet texts = Parquet.read(written(named(arena), "n.parquet"));
            assertThat(texts.schema()).containsExactly("required binary vertex", "required int64 step");
            assertThat(texts.rows()).hasSize(NAMES.size()).first().isEqualTo("plain 0");
        }
    }
}
