package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void appearsOnlyOnCommit() throws IOException {
        Path target = folder.resolve("out.csv");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.writeAt(0, ByteBuffer.wrap("hops\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(target).doesNotExist();
            file.commit();
            assertThat(target).hasContent("hops\n");
        }
        assertThat(names()).containsExactly("out.csv");
    }

    /// Of 244, 187 and 249 bytes; the temporary file's name is cut within a character of several bytes, or units.
    @ParameterizedTest
    @ValueSource(ints = {0x6F22, 0x1F600, 'h'})
    void takesAnyNameThatTheSystemTakes(int character) throws IOException {
        String name = switch (character) {
            case 0x6F22 -> Character.toString(character).repeat(80);
            case 'h' -> "h".repeat(245);
            default -> "a".repeat(179) + Character.toString(character);
        };
        try (AtomicFile file = AtomicFile.create(folder.resolve(name + ".csv"))) {
            file.commit();
        }
        assertThat(names()).containsExactly(name + ".csv");
    }

    @Test
    void keepsWhoMayReadTheFileThatItReplaces() throws IOException {
        Path target = Files.writeString(folder.resolve("out.csv"), "private");
        Set<PosixFilePermission> own = PosixFilePermissions.fromString("rw-------");
        Files.setPosixFilePermissions(target, own);
        try (AtomicFile file = AtomicFile.create(target)) {
            file.writeAt(0, ByteBuffer.wrap(new byte[10]));
            file.commit();
        }
        assertThat(target).hasSize(10);
        assertThat(Files.getPosixFilePermissions(target)).isEqualTo(own);
    }

    @Test
    void leavesNothingWithoutACommit() throws IOException {
        try (AtomicFile file = AtomicFile.create(folder.resolve("out.csv"))) {
            file.writeAt(0, ByteBuffer.wrap(new byte[1000]));
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void keepsTheOldFileUntilCommitThenReplacesIt() throws IOException {
        Path target = Files.writeString(folder.resolve("out.csv"), "old");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.writeAt(0, ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
            assertThat(target).hasContent("old");
            file.commit();
        }
        assertThat(target).hasContent("new");
        assertThat(names()).containsExactly("out.csv");
    }

    @Test
    void writesAtAnyPosition() throws IOException {
        Path target = folder.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.writeAt(3, MemorySegment.ofArray(new byte[] {4, 5}));
            file.writeAt(0, ByteBuffer.wrap(new byte[] {1, 2, 3}));
            file.commit();
        }
        assertThat(Files.readAllBytes(target)).containsExactly(1, 2, 3, 4, 5);
    }

    /// The system is handed 2^26 bytes at once.
    @Test
    void writesMoreThanOnePieceInItsPlace() throws IOException {
        Path target = folder.resolve("out.bin");
        long piece = 1L << 26;
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(piece + 2);
            for (long at : new long[] {0, piece - 1, piece, piece + 1}) {
                bytes.set(ValueLayout.JAVA_BYTE, at, (byte) (5 + at % 3));
            }
            file.writeAt(7, bytes);
            assertThat(file.channel().size()).isEqualTo(7 + piece + 2);
            MemorySegment written = file.channel().map(FileChannel.MapMode.READ_ONLY, 7, piece + 2, arena);
            assertThat(written.mismatch(bytes)).isEqualTo(-1);
        }
    }

    @Test
    void keepsWhatWasStoredThroughAMapping() throws IOException {
        Path target = folder.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofConfined()) {
            file.map(4096, 10, arena).set(ValueLayout.JAVA_BYTE, 9, (byte) 7);
            file.commit();
        }
        byte[] bytes = Files.readAllBytes(target);
        assertThat(bytes).hasSize(4106);
        assertThat(bytes[4105]).isEqualTo((byte) 7);
    }

    @ParameterizedTest
    @MethodSource("folders")
    void keepsWhatWasStoredToAPartThatGrew(Path parent) throws IOException {
        Path own = Files.createTempDirectory(parent, "parts");
        Path target = own.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofConfined()) {
            file.map(0, 10, arena).set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            GrowingPart part = file.mapGrowing(4096, 3 * 4096 + 5, arena);
            part.grow(8000);
            part.memory().set(ValueLayout.JAVA_BYTE, 7999, (byte) 2);
            part.grow(3 * 4096 + 5);
            part.memory().set(ValueLayout.JAVA_BYTE, 3 * 4096 + 4, (byte) 3);
            file.map(5 * 4096, 1, arena).set(ValueLayout.JAVA_BYTE, 0, (byte) 4);
            OffHeap.forget(part.memory(), 5000, 4000);
            assertThat(part.memory().get(ValueLayout.JAVA_BYTE, 7999)).isEqualTo((byte) 2);
            file.commit();
            byte[] expected = new byte[5 * 4096 + 1];
            expected[0] = 1;
            expected[4096 + 7999] = 2;
            expected[4 * 4096 + 4] = 3;
            expected[5 * 4096] = 4;
            assertThat(Files.readAllBytes(target)).isEqualTo(expected);
        } finally {
            Files.deleteIfExists(target);
            Files.delete(own);
        }
    }

    /// On a disk and in memory.
    static List<Path> folders() {
        return List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/dev/shm"));
    }

    @Test
    void aPartThatDoesNotFitIntoMemoryIsRefusedWhereItGrows() throws IOException {
        Path own = Files.createTempDirectory(Path.of("/dev/shm"), "parts");
        Path target = own.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofConfined()) {
            file.mapGrowing(4096, 1L << 42, arena).grow(1);
            long free = Files.getFileStore(own).getUsableSpace();
            assertThatThrownBy(() -> file.take(4096, 4096 + (1L << 41)))
                    .isInstanceOf(FileException.class)
                    .hasMessageMatching("write \\Q%s\\E: no space left on the disk: ".formatted(target)
                            + "4,398,046,515,200 bytes needed, [0-9,]+ bytes free")
                    .satisfies(full -> assertThat(bytesFree(full)).isBetween(free / 2, 1L << 41));
        }
        Files.delete(own);
    }

    /// Pages of which two threads want a part each, too.
    @Test
    void threadsMapWhatTheyStoreTo() throws IOException {
        int bytes = (5 << 20) + 3;
        keepsInMemory(bytes, file -> {}, part -> {
            try (Workers workers = new Workers(4)) {
                workers.forRange(0, bytes, 100_003, (_, begin, end) -> {
                    assertThat(part.map(begin, end)).isTrue();
                    part.memory().asSlice(begin, end - begin).fill((byte) 7);
                });
            }
        });
    }

    /// More than the file turns out to have, and less.
    @ParameterizedTest
    @ValueSource(longs = {40 << 20, 1 << 20})
    void takesSpaceAheadAndGivesBackWhatIsTooMuch(long ahead) throws IOException {
        int bytes = (3 << 20) + 1;
        keepsInMemory(bytes, file -> file.takeAhead(ahead), part -> {
            part.map(0, bytes);
            part.memory().fill((byte) 7);
        });
    }

    /// A file in memory, all of whose bytes from 4096 on `fill` makes 7, is just that.
    private static void keepsInMemory(int bytes, Consumer<AtomicFile> begin, Consumer<GrowingPart> fill)
            throws IOException {
        Path own = Files.createTempDirectory(Path.of("/dev/shm"), "parts");
        Path target = own.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofShared()) {
            begin.accept(file);
            fill.accept(file.mapGrowing(4096, bytes, arena));
            file.commit();
            byte[] expected = new byte[4096 + bytes];
            Arrays.fill(expected, 4096, expected.length, (byte) 7);
            assertThat(Files.readAllBytes(target)).isEqualTo(expected);
        } finally {
            Files.deleteIfExists(target);
            Files.delete(own);
        }
    }

    /// What cannot be mapped, here as the file ends before it, is taken as on a system that cannot do both at once.
    @Test
    void takesSpaceThatCannotBeMapped() throws IOException {
        Path own = Files.createTempDirectory(Path.of("/dev/shm"), "parts");
        Path target = own.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofConfined()) {
            GrowingPart part = file.mapGrowing(0, 8192, arena);
            file.channel().truncate(0);
            assertThat(part.map(0, 1)).isFalse();
            part.memory().set(ValueLayout.JAVA_BYTE, 8191, (byte) 1);
            assertThat(file.channel().size()).isEqualTo(8192);
        } finally {
            Files.delete(own);
        }
    }

    private static long bytesFree(Throwable full) {
        return Long.parseLong(full.getMessage()
                .replaceFirst(".* needed, ([0-9,]+) bytes free", "$1")
                .replace(",", ""));
    }

    @Test
    void makesWhatASymbolicLinkNames() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("real.csv"));
        try (AtomicFile file = AtomicFile.create(link)) {
            file.writeAt(0, ByteBuffer.wrap(new byte[3]));
            file.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("real.csv")).hasSize(3);
    }

    @Test
    void followsASymbolicLink() throws IOException {
        Path real = Files.writeString(folder.resolve("real.csv"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), real);
        try (AtomicFile file = AtomicFile.create(link)) {
            file.writeAt(0, ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
            file.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(real).hasContent("new");
    }

    @Test
    void acceptsTheLongestNames() throws IOException {
        Path target = folder.resolve("n".repeat(255));
        try (AtomicFile file = AtomicFile.create(target)) {
            file.commit();
        }
        assertThat(target).exists();
    }

    @Test
    void namesAMissingFolder() {
        Path target = folder.resolve("nowhere/out.csv");
        assertThatThrownBy(() -> AtomicFile.create(target))
                .isInstanceOf(FileException.class)
                .hasMessage("write %s: there is no folder %s", target, target.getParent());
    }

    @Test
    void refusesToReplaceAFolder() {
        assertThatThrownBy(() -> AtomicFile.create(folder))
                .isInstanceOf(FileException.class)
                .hasMessage("write %s: it is there already and is not a regular file", folder);
    }

    @Test
    void refusesToReplaceADevice() {
        assertThatThrownBy(() -> AtomicFile.create(Path.of("/dev/null")))
                .isInstanceOf(FileException.class)
                .hasMessage("write /dev/null: it is there already and is not a regular file");
    }

    @Test
    void namesAFolderThatCannotBeWritten() {
        assertThatThrownBy(() -> AtomicFile.create(Path.of("/proc/self/out.csv")))
                .isInstanceOf(FileException.class)
                .hasMessageStartingWith("write /proc/self/out.csv: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void saysWhatAFullDiskWouldNeedAndHas() throws IOException {
        Path target = folder.resolve("huge.bin");
        try (AtomicFile file = AtomicFile.create(target)) {
            assertThatThrownBy(() -> file.reserve(1L << 60))
                    .isInstanceOf(FileException.class)
                    .hasMessageMatching("write \\Q%s\\E: no space left on the disk: ".formatted(target)
                            + "1,152,921,504,606,846,976 bytes needed, [0-9,]+ bytes free");
        }
        assertThat(names()).isEmpty();
    }

    /// A hole counts as taken, so that more seems free than is.
    @Test
    void saysNoFreeBytesThatWouldDo() throws IOException {
        Path own = Files.createTempDirectory(Path.of("/dev/shm"), "holes");
        Path target = own.resolve("out.bin");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.writeAt(1L << 42, ByteBuffer.allocate(1));
            assertThatThrownBy(() -> file.reserve(1L << 41))
                    .isInstanceOf(FileException.class)
                    .hasMessage("write %s: no space left on the disk", target);
        }
        Files.delete(own);
    }

    @Test
    void givesFilesTheirNamesTogether() throws IOException {
        Path target = folder.resolve("target");
        Path beside = folder.resolve("beside");
        Files.writeString(target, "old");
        Files.writeString(beside, "old");
        try (AtomicFile main = AtomicFile.create(target);
                AtomicFile other = AtomicFile.create(beside)) {
            main.writeAt(0, ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
            other.writeAt(0, ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
            AtomicFile.commit(main, List.of(other));
        }
        assertThat(target).hasContent("new");
        assertThat(beside).hasContent("new");
    }

    /// Whoever finds a main file finds what belongs to it.
    @Test
    void leavesNoOldFileBesideANewOne() throws IOException {
        Path target = folder.resolve("target");
        Files.writeString(target, "old");
        Path beside = folder.resolve("beside");
        Path last = folder.resolve("last");
        try (AtomicFile main = AtomicFile.create(target);
                AtomicFile first = AtomicFile.create(beside);
                AtomicFile second = AtomicFile.create(last)) {
            Files.createFile(Files.createDirectory(last).resolve("in the way"));
            assertThatThrownBy(() -> AtomicFile.commit(main, List.of(first, second)))
                    .isInstanceOf(FileException.class);
        }
        assertThat(beside).exists();
        assertThat(target).doesNotExist();
    }

    @Test
    void cannotBeCommittedTwice() {
        Path target = folder.resolve("out.csv");
        try (AtomicFile file = AtomicFile.create(target)) {
            file.commit();
            assertThatThrownBy(file::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("%s is committed or closed already", target);
        }
    }

    @Test
    void aStoppedProcessLeavesNothingAndAKilledOneOnlyWhatTheNextWriterDeletes() throws Exception {
        Path target = folder.resolve("out.csv");
        Process stopped = startWriter(target);
        AtomicFile.create(target).close();
        assertThat(names()).as("another writer keeps off a living one's file").hasSize(1);
        stopped.destroy();
        assertThat(stopped.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(names()).isEmpty();

        Process killed = startWriter(target);
        killed.destroyForcibly().waitFor();
        assertThat(names()).hasSize(1);
        AtomicFile.create(target).close();
        assertThat(names()).isEmpty();
    }

    private static Process startWriter(Path target) throws IOException {
        String classes = Path.of(AtomicFile.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                + ":"
                + Path.of(Writer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(List.of(java, "-cp", classes, Writer.class.getName(), target.toString()))
                .redirectErrorStream(true)
                .start();
        assertThat((char) process.getInputStream().read()).isEqualTo('w');
        return process;
    }

    /// Writes for ever.
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws Exception {
            try (AtomicFile file = AtomicFile.create(Path.of(arguments[0]))) {
                file.writeAt(0, ByteBuffer.wrap(new byte[100]));
                System.out.print("writing");
                System.out.flush();
                Thread.sleep(600_000);
            }
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
