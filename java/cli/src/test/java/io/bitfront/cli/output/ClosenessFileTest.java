package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ClosenessFileTest {
    private static final ClosenessJob EXACT =
            ClosenessJob.allSources().measures(ClosenessMeasure.CLOSENESS, ClosenessMeasure.ECCENTRICITY);
    private static final ClosenessJob SAMPLE = ClosenessJob.sample(3, 1).measures(ClosenessMeasure.CLOSENESS);

    @TempDir
    private Path folder;

    /// Two vertices, 5 and 9, with made-up values; the second says nothing where sampled.
    private record Made(ClosenessJob job) implements ClosenessResult {
        @Override
        public VertexIds ids() {
            return VertexIds.numbers();
        }

        @Override
        public int rowCount() {
            return 2;
        }

        @Override
        public long id(int row) {
            return row == 0 ? 5 : 9;
        }

        @Override
        public double value(int row, ClosenessMeasure measure) {
            if (row == 1 && job.sampled()) {
                return Double.NaN;
            }
            return switch (measure) {
                case CLOSENESS -> row == 0 ? 0.75 : 1.0 / 3;
                case ECCENTRICITY -> row + 2;
                default -> throw new IllegalArgumentException(measure.word());
            };
        }

        @Override
        public double standardError(int row, ClosenessMeasure measure) {
            return row == 0 ? 0.125 : Double.NaN;
        }

        @Override
        public int[] highest(int count, ClosenessMeasure measure) {
            return new int[] {0, 1};
        }

        @Override
        public List<String> notes() {
            return List.of("a \"note\"");
        }

        @Override
        public long traversals() {
            return 2;
        }

        @Override
        public long nanos() {
            return 1;
        }
    }

    private Path written(String name, ClosenessJob job) {
        Path file = folder.resolve(name);
        ClosenessFile.write(file, new Made(job));
        return file;
    }

    @Test
    void writesAColumnPerMeasure() {
        assertThat(written("ranks.csv", EXACT)).hasContent("""
            vertex,closeness,eccentricity
            5,0.75,2
            9,0.3333333333333333,3
            """);
    }

    @Test
    void addsTheStandardErrorOfASampleAndLeavesEmptyWhatItDoesNotTell() {
        assertThat(written("ranks.tsv", SAMPLE)).hasContent("""
            vertex\tcloseness\tcloseness_error
            5\t0.75\t0.125
            9\t\t
            """);
    }

    @Test
    void writesANumpyColumnPerMeasure() throws IOException {
        Npy values = Npy.read(written("ranks.npy", EXACT));
        assertThat(values.header()).isEqualTo("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2,), }");
        assertThat(values.doubles()).containsExactly(0.75, 2, 1.0 / 3, 3);
        assertThat(Npy.read(folder.resolve("ranks.ids.npy")).longs()).containsExactly(5, 9);
    }

    @Test
    void writesOneMeasureAsAVector() throws IOException {
        assertThat(Npy.read(written("one.npy", EXACT.measures(ClosenessMeasure.CLOSENESS)))
                        .header())
                .contains("'shape': (2,)");
    }

    @Test
    void writesJsonRowsWithTheirNotes() throws IOException {
        JsonNode json = JsonMapper.shared().readTree(Files.readString(written("r.json", SAMPLE)));
        assertThat(json.get("columns").toString()).isEqualTo("[\"vertex\",\"closeness\",\"closeness_error\"]");
        assertThat(json.get("notes").get(0).asString()).isEqualTo("a \"note\"");
        assertThat(json.get("rows").toString()).isEqualTo("[[5,0.75,0.125],[9,null,null]]");
    }

    @Test
    void writesParquetColumnsWithTheirNotes() {
        Parquet exact = Parquet.read(written("r.parquet", EXACT));
        assertThat(exact.schema())
                .containsExactly("required int64 vertex", "required double closeness", "required int32 eccentricity");
        assertThat(exact.rows()).containsExactly("5 0.75 2", "9 0.3333333333333333 3");
        assertThat(exact.properties()).containsEntry("notes", "a \"note\"");
        assertThat(Parquet.read(written("s.parquet", SAMPLE)).rows()).containsExactly("5 0.75 0.125", "9 null null");
    }
}
