package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.BfsResult;
import io.bitfront.file.FileException;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The graph of these results: 10 -> 20 -> 40, 30 alone.
class LevelFileTest {
    private static final VertexIds IDS = new VertexIds.Table(LongArray.copyOf(Arena.ofAuto(), 10, 20, 30, 40));

    @TempDir
    private Path folder;

    private static BfsResult from10(boolean parents) {
        return result(10, new int[] {0, 1, -1, 2}, parents ? new long[] {10, 10, -1, 20} : null);
    }

    private static BfsResult from20(boolean parents) {
        return result(20, new int[] {-1, 0, -1, 1}, parents ? new long[] {-1, 20, -1, 20} : null);
    }

    private static BfsResult result(long source, int[] levels, long[] parents) {
        return new BfsResult(
                source,
                IDS,
                IntArray.copyOf(Arena.ofAuto(), levels),
                parents == null ? null : LongArray.copyOf(Arena.ofAuto(), parents),
                new long[] {1, 1, 1},
                2,
                new BfsResult.Timings(0, 0, 0, 0, 0));
    }

    private Path written(String name, VertexIds ids, boolean parents, RowChoice rows, BfsResult... results) {
        Path file = folder.resolve(name);
        long[] sources = Stream.of(results).mapToLong(BfsResult::source).toArray();
        LevelLayout layout = new LevelLayout(ids, sources, parents, rows);
        try (LevelFile levels = LevelFile.create(Target.of(file), layout)) {
            Stream.of(results).forEach(levels::add);
            levels.commit();
        }
        return file;
    }

    private Path written(String name, VertexIds ids, boolean parents, BfsResult... results) {
        return written(name, ids, parents, RowChoice.ALL, results);
    }

    @Test
    void writesTheRowsThatWereChosenInTheirOrder() throws IOException {
        RowChoice two = new RowChoice(new int[] {3, 0, 2}, false);
        assertThat(written("to.csv", IDS, true, two, from10(true))).hasContent("""
            vertex,level,parent
            40,2,20
            10,0,10
            30,,
            """);
        Npy levels = Npy.read(written("to.npy", IDS, true, two, from10(true), from20(true)));
        assertThat(levels.header()).contains("'shape': (2, 3,)");
        assertThat(levels.ints()).containsExactly(2, 0, -1, 1, -1, -1);
        assertThat(Npy.read(folder.resolve("to.ids.npy")).longs()).containsExactly(40, 10, 30);
        assertThat(Npy.read(folder.resolve("to.parents.npy")).longs()).containsExactly(20, 10, -1, 20, -1, -1);
        assertThat(Parquet.read(written("to.parquet", IDS, false, two, from10(false)))
                        .rows())
                .containsExactly("40 2", "10 0", "30 null");
    }

    /// The levels' file, or that of the target before, is begun by then.
    @ParameterizedTest
    @ValueSource(strings = {"f.parents.npy", "f.sources.npy", "f.ids.npy"})
    void leavesNothingWhereAFileBesideCannotBeMade(String name) throws IOException {
        Files.createDirectory(folder.resolve(name));
        LevelLayout layout = new LevelLayout(IDS, new long[] {10, 20}, true, RowChoice.ALL);
        assertThatThrownBy(() -> LevelFiles.create(
                        List.of(Target.of(folder.resolve("f.csv")), Target.of(folder.resolve("f.npy"))), layout))
                .isInstanceOf(FileException.class)
                .hasMessageContaining(name);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve(name));
        }
    }

    @Test
    void leavesOutWhatWasNotReached() throws IOException {
        RowChoice reached = new RowChoice(null, true);
        assertThat(written("r.csv", IDS, false, reached, from10(false), from20(false)))
                .hasContent("""
                    source,vertex,level
                    10,10,0
                    10,20,1
                    10,40,2
                    20,20,0
                    20,40,1
                    """);
        JsonNode json =
                JsonMapper.shared().readTree(Files.readString(written("r.json", IDS, false, reached, from20(false))));
        assertThat(json.toString()).isEqualTo("{\"traversals\":[{\"source\":20,\"vertex\":[20,40],\"level\":[0,1]}]}");
        assertThat(Parquet.read(written("r.parquet", IDS, false, reached, from10(false)))
                        .rows())
                .containsExactly("10 0", "20 1", "40 2");
        assertThatThrownBy(() -> written("r.npy", IDS, false, reached, from10(false)))
                .hasMessageContaining("an array has a cell for every vertex");
    }

    @Test
    void writesARowPerVertexWithUnreachedEmpty() {
        assertThat(written("levels.csv", IDS, false, from10(false))).hasContent("""
            vertex,level
            10,0
            20,1
            30,
            40,2
            """);
    }

    @Test
    void writesParentsBesideLevels() {
        assertThat(written("levels.csv", IDS, true, from10(true))).hasContent("""
            vertex,level,parent
            10,0,10
            20,1,10
            30,,
            40,2,20
            """);
    }

    @Test
    void namesTheSourceWhereThereAreSeveral() {
        assertThat(written("levels.tsv", IDS, true, from10(true), from20(true))).hasContent("""
            source\tvertex\tlevel\tparent
            10\t10\t0\t10
            10\t20\t1\t10
            10\t30\t\t
            10\t40\t2\t20
            20\t10\t\t
            20\t20\t0\t20
            20\t30\t\t
            20\t40\t1\t20
            """);
    }

    @Test
    void writesJsonArrays() throws IOException {
        JsonNode json = JsonMapper.shared()
                .readTree(Files.readString(written("levels.json", IDS, true, from10(true), from20(true))));
        assertThat(json.get("vertex").toString()).isEqualTo("[10,20,30,40]");
        assertThat(json.get("traversals").toString())
                .isEqualTo("[{\"source\":10,\"level\":[0,1,-1,2],\"parent\":[10,10,-1,20]},"
                        + "{\"source\":20,\"level\":[-1,0,-1,1],\"parent\":[-1,20,-1,20]}]");
    }

    @Test
    void writesANumpyArrayWithTheIdsBesideIt() throws IOException {
        Npy levels = Npy.read(written("levels.npy", IDS, false, from10(false)));
        assertThat(levels.header()).isEqualTo("{'descr': '<i4', 'fortran_order': False, 'shape': (4,), }");
        assertThat(levels.ints()).containsExactly(0, 1, -1, 2);
        Npy ids = Npy.read(folder.resolve("levels.ids.npy"));
        assertThat(ids.header()).isEqualTo("{'descr': '<i8', 'fortran_order': False, 'shape': (4,), }");
        assertThat(ids.longs()).containsExactly(10, 20, 30, 40);
        assertThat(files()).containsExactlyInAnyOrder("levels.npy", "levels.ids.npy");
    }

    @Test
    void writesNoIdsWhereTheyAreTheRows() throws IOException {
        Npy levels = Npy.read(written("levels.npy", new VertexIds.Range(0, 4), false, from10(false)));
        assertThat(levels.ints()).containsExactly(0, 1, -1, 2);
        assertThat(files()).containsExactly("levels.npy");
    }

    @Test
    void writesARowOfANumpyArrayPerSource() throws IOException {
        Npy levels = Npy.read(written("k.npy", IDS, true, from10(true), from20(true)));
        assertThat(levels.header()).contains("'shape': (2, 4,)");
        assertThat(levels.ints()).containsExactly(0, 1, -1, 2, -1, 0, -1, 1);
        assertThat(Npy.read(folder.resolve("k.parents.npy")).longs()).containsExactly(10, 10, -1, 20, -1, 20, -1, 20);
        assertThat(Npy.read(folder.resolve("k.sources.npy")).longs()).containsExactly(10, 20);
        assertThat(files()).containsExactlyInAnyOrder("k.npy", "k.parents.npy", "k.sources.npy", "k.ids.npy");
    }

    @Test
    void writesParquetColumnsWithUnreachedNull() {
        Parquet levels = Parquet.read(written("l.parquet", IDS, true, from10(true), from20(true)));
        assertThat(levels.schema())
                .containsExactly(
                        "required int64 source",
                        "required int64 vertex",
                        "optional int32 level",
                        "optional int64 parent");
        assertThat(levels.rows())
                .containsExactly(
                        "10 10 0 10",
                        "10 20 1 10",
                        "10 30 null null",
                        "10 40 2 20",
                        "20 10 null null",
                        "20 20 0 20",
                        "20 30 null null",
                        "20 40 1 20");
        assertThat(Parquet.read(written("one.parquet", IDS, false, from10(false)))
                        .rows())
                .containsExactly("10 0", "20 1", "30 null", "40 2");
    }

    @Test
    void leavesNoFileUnlessCommitted() throws IOException {
        for (String name : List.of("a.csv", "a.npy", "a.json", "a.parquet")) {
            try (LevelFile levels = LevelFile.create(
                    Target.of(folder.resolve(name)), new LevelLayout(IDS, new long[] {10}, true, RowChoice.ALL))) {
                levels.add(from10(true));
            }
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void namesTheSuffixesThereAre() {
        assertThatThrownBy(() -> OutputFormat.of(Path.of("levels.xls")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "levels.xls: the name of an output file ends in .csv, .tsv, .npy, .json, .parquet, or --output-format"
                                + " tells what it holds");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).toList();
        }
    }
}
