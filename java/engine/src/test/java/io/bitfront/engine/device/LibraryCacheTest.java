package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryCacheTest {
    private static final String NAME = "libx.so";
    private static final byte[] CONTENTS = "a library".getBytes(StandardCharsets.UTF_8);

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @TempDir
    private Path folder;

    private Path unpacked() {
        return new LibraryCache(Optional.of(folder), TEMPORARY).unpacked(NAME, CONTENTS);
    }

    @Test
    void unpacksOnceIntoAFolderThatNobodyElseEnters() throws IOException {
        Path file = unpacked();
        assertThat(file).hasBinaryContent(CONTENTS).startsWith(folder);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        FileTime old = FileTime.fromMillis(0);
        Files.setLastModifiedTime(file, old);
        assertThat(unpacked()).isEqualTo(file);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
    }

    @Test
    void keepsOtherContentsElsewhere() {
        byte[] others = "another".getBytes(StandardCharsets.UTF_8);
        Path other = new LibraryCache(Optional.of(folder), TEMPORARY).unpacked(NAME, others);
        assertThat(other).isNotEqualTo(unpacked()).hasBinaryContent(others);
    }

    @Test
    void writesAnewWhatWasChangedOrCutOff() throws IOException {
        Path file = unpacked();
        for (String damaged : List.of("A library", "a lib", "")) {
            Files.writeString(file, damaged);
            assertThat(unpacked()).hasBinaryContent(CONTENTS);
        }
    }

    @Test
    void followsNoLink() throws IOException {
        Path file = unpacked();
        Path elsewhere = Files.write(folder.resolve("elsewhere"), CONTENTS);
        Files.delete(file);
        Files.createSymbolicLink(file, elsewhere);
        assertThat(unpacked()).isRegularFile();
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(elsewhere).hasBinaryContent(CONTENTS);
    }

    @Test
    void trustsNoFolderThatIsALinkOrThatOthersWriteTo() throws IOException {
        Path kept = unpacked().getParent();
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(unpacked()).hasBinaryContent(CONTENTS).doesNotHave(under(folder));
        Path target = folder.resolve("target");
        Files.move(kept, target);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(kept, target);
        assertThat(unpacked()).hasBinaryContent(CONTENTS).doesNotHave(under(folder));
    }

    private static org.assertj.core.api.Condition<Path> under(Path folder) {
        return new org.assertj.core.api.Condition<>(path -> path.startsWith(folder), "under " + folder);
    }

    @Test
    void doesWithoutACache() throws IOException {
        Path file = new LibraryCache(Optional.empty(), TEMPORARY).unpacked(NAME, CONTENTS);
        assertThat(file).hasBinaryContent(CONTENTS).hasFileName(NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void saysWhereNoFolderTakesIt() {
        Path missing = folder.resolve("missing");
        LibraryCache nowhere = new LibraryCache(Optional.of(missing), missing);
        assertThatThrownBy(() -> nowhere.unpacked(NAME, CONTENTS))
                .isInstanceOf(DeviceException.class)
                .hasMessage("unpack libx.so into %s: no such file or folder", missing);
    }

    @Test
    void givesManyAtOnceTheSameWholeFile() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            Callable<Path> task = this::unpacked;
            for (Future<Path> found :
                    threads.invokeAll(Stream.generate(() -> task).limit(32).toList())) {
                assertThat(found.get()).hasBinaryContent(CONTENTS);
            }
        }
    }
}
