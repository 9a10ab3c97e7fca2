package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.file.FileException;
import io.bitfront.file.FileState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file of measured costs, with no GPU.
class CalibrationFileTest {
    private static final FileState STATE = new FileState(0, Instant.EPOCH, Instant.EPOCH, "");
    private static final byte[] KERNELS = {1, 2, 3};
    private static final LevelCosts COSTS = LevelCosts.expected(1000, 32, true, LevelCosts.probe(true));

    @TempDir
    private Path folder;

    private CalibrationFile<LevelCosts> file;

    @BeforeEach
    void write() {
        file = of("NVIDIA H200", 0x0a1b2c3d, KERNELS);
        file.write(COSTS);
    }

    private CalibrationFile<LevelCosts> of(String gpu, int cache, byte[] kernels) {
        return CalibrationFile.beside(
                new Graph.Origin(folder.resolve("web.bvss"), cache, STATE), gpu, kernels, LevelCosts.KIND);
    }

    @Test
    void givesBackWhatWasWrittenToTheBit() {
        assertThat(file.file()).isEqualTo(folder.resolve("web.bvss.nvidia-h200.costs"));
        assertThat(file.read()).isEqualTo(new CalibrationFile.Found<>(COSTS, null));
    }

    @Test
    void keepsCostsOfBatchesInAFileOfTheirOwn() {
        CalibrationFile<BatchCosts> batches = CalibrationFile.beside(
                new Graph.Origin(folder.resolve("web.bvss"), 0x0a1b2c3d, STATE),
                "NVIDIA H200",
                KERNELS,
                BatchCosts.kind("multi_wide_1024_32"));
        assertThat(batches.file()).isEqualTo(folder.resolve("web.bvss.nvidia-h200.multi-wide-1024-32.costs"));
        batches.write(BatchCosts.EXPECTED);
        assertThat(batches.read()).isEqualTo(new CalibrationFile.Found<>(BatchCosts.EXPECTED, null));
        assertThat(file.read()).isEqualTo(new CalibrationFile.Found<>(COSTS, null));
    }

    @Test
    void holdsOneLineForEachFact() throws IOException {
        assertThat(Files.readAllLines(file.file()))
                .startsWith("bitfront costs 1", "gpu NVIDIA H200", "cache 0a1b2c3d")
                .contains("push-level 5601.5", "pull-probe 0.001")
                .hasSize(4 + 14 + 1);
    }

    @Test
    void aFileThatIsNotThereIsNoProblem() {
        assertThat(of("NVIDIA A100", 1, KERNELS).read()).isEqualTo(new CalibrationFile.Found<>(null, null));
    }

    @Test
    void refusesTheCostsOfAnotherGpuCacheOrKernel() throws IOException {
        CalibrationFile<LevelCosts> otherGpu = of("NVIDIA A100", 0x0a1b2c3d, KERNELS);
        Files.copy(file.file(), otherGpu.file());
        assertProblem(otherGpu, "it is for gpu NVIDIA H200, not gpu NVIDIA A100");
        assertProblem(of("NVIDIA H200", 0x0a1b2c3e, KERNELS), "it is for cache 0a1b2c3d, not cache 0a1b2c3e");
        CRC32C crc = new CRC32C();
        crc.update(KERNELS);
        int own = (int) crc.getValue();
        assertProblem(
                of("NVIDIA H200", 0x0a1b2c3d, new byte[0]),
                "it is for kernels %08x, not kernels 00000000".formatted(own));
    }

    @Test
    void noticesEveryChangedByteAndEveryMissingEnd() throws IOException {
        byte[] whole = Files.readAllBytes(file.file());
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 1;
            Files.write(file.file(), changed);
            assertThat(file.read().costs()).as("byte %d changed", i).isNull();
            assertThat(file.read().problem()).startsWith(file.file() + ": ");
            Files.write(file.file(), Arrays.copyOf(whole, i));
            assertProblem(file, "it is damaged");
        }
    }

    @Test
    void namesWhatIsWrongInAFileWhoseSumIsRight() throws IOException {
        String text = Files.readString(file.file());
        rewrite(text.replace("bitfront costs 1\n", "bitfront costs 2\n"));
        assertProblem(file, "its version is 2, expected 1");
        rewrite(text.replaceFirst("push-level [^\n]*", "push-level -1"));
        assertProblem(file, "push-level is -1.0");
        rewrite(text.replaceFirst("push-level [^\n]*", "push-level NaN"));
        assertProblem(file, "push-level is NaN");
        rewrite(text.replaceFirst("push-level [^\n]*\n", ""));
        assertProblem(file, "it has no push-level");
        rewrite(text.replaceFirst("tensor-vss [^\n]*\n", ""));
        assertProblem(file, "13 costs, expected 14");
        rewrite("bitfront costs 1\ngpu NVIDIA H200\nsum 0\n");
        assertProblem(file, "it ends early");
    }

    /// With the sum that belongs to it.
    private void rewrite(String text) throws IOException {
        String body = text.substring(0, text.lastIndexOf("sum "));
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes());
        Files.writeString(file.file(), body + "sum %08x\n".formatted((int) crc.getValue()));
    }

    private static void assertProblem(CalibrationFile<?> file, String why) {
        assertThat(file.read()).isEqualTo(new CalibrationFile.Found<>(null, file.file() + ": " + why));
    }

    @Test
    void saysInOneLineThatItCannotBeKept() {
        CalibrationFile<LevelCosts> nowhere = CalibrationFile.beside(
                new Graph.Origin(folder.resolve("gone").resolve("web.bvss"), 1, STATE),
                "NVIDIA H200",
                KERNELS,
                LevelCosts.KIND);
        assertThatThrownBy(() -> nowhere.write(COSTS))
                .isInstanceOf(FileException.class)
                .hasMessageContaining("there is no folder " + folder.resolve("gone"));
    }
}
