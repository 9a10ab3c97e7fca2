package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.BvssFile.Stretch;
import io.bitfront.parallel.Workers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A folder on a file system that only Hadoop knows.
final class SharedFolderTest {
    @TempDir
    private Path local;

    private SharedFolder elsewhere() {
        Configuration hadoop = new Configuration();
        hadoop.set("fs.elsewhere.impl", Elsewhere.class.getName());
        return new SharedFolder("elsewhere://" + local, hadoop);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20, 16 << 20, (16 << 20) + 1, (33 << 20) + 5})
    void copiesAFileByAllWorkers(int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        Files.write(local.resolve("large"), content);
        Path copy = Files.writeString(local.resolve("copy"), "what was there before");
        try (Workers workers = new Workers(3)) {
            elsewhere().fetch("large", copy, List.of(new Stretch(0, bytes)), workers);
        }
        assertThat(copy).hasBinaryContent(content);
    }

    @Test
    void leavesHolesBetweenThePartsOfACopy() throws IOException {
        byte[] content = new byte[9_000];
        new Random(1).nextBytes(content);
        Files.write(local.resolve("large"), content);
        Path copy = local.resolve("copy");
        try (Workers workers = new Workers(2)) {
            elsewhere().fetch("large", copy, List.of(new Stretch(0, 10), new Stretch(8_990, 9_000)), workers);
        }
        Arrays.fill(content, 10, 8_990, (byte) 0);
        assertThat(copy).hasBinaryContent(content);
    }

    private static SharedFolder here(Path folder) {
        return new SharedFolder(folder.toString(), new Configuration());
    }

    /// The memory of this process is a file that fails at its first byte.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatCannotBePutWholeChangesNothing(boolean away) throws IOException {
        SharedFolder folder = away ? elsewhere() : here(local);
        Path source =
                Files.writeString(Files.createDirectory(local.resolve("source")).resolve("file"), "whole");
        folder.put(source, "part-1");
        for (String name : List.of("part-1", "part-2")) {
            assertThatThrownBy(() -> folder.put(Path.of("/proc/self/mem"), name))
                    .isInstanceOf(ClusterException.class);
        }
        assertThat(Files.readString(local.resolve("part-1"))).isEqualTo("whole");
        assertThat(names()).containsExactlyInAnyOrder("part-1", "source");
    }

    /// Whoever puts a file that is there puts the same bytes: the second is as good as the first.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void putsAFileThatIsThere(boolean away) throws IOException {
        SharedFolder folder = away ? elsewhere() : here(local);
        Path source =
                Files.writeString(Files.createDirectory(local.resolve("source")).resolve("file"), "whole");
        folder.put(source, "part-1");
        folder.put(source, "part-1");
        assertThat(Files.readString(local.resolve("part-1"))).isEqualTo("whole");
        assertThat(names()).containsExactlyInAnyOrder("part-1", "source");
    }

    /// Under its name a file is never seen before it is whole.
    @Test
    void aFileAppearsUnderItsNameWhenItIsWhole() throws IOException {
        Created.NAMES.clear();
        Configuration hadoop = new Configuration();
        hadoop.set("fs.elsewhere.impl", Created.class.getName());
        hadoop.setBoolean("fs.elsewhere.impl.disable.cache", true);
        Path source = Files.writeString(local.resolve("file"), "whole");
        new SharedFolder("elsewhere://" + local, hadoop).put(source, "part-1");
        assertThat(Created.NAMES)
                .singleElement()
                .asString()
                .startsWith(".part-1.")
                .endsWith(".tmp");
        assertThat(Files.readString(local.resolve("part-1"))).isEqualTo("whole");
    }

    /// Keeps the names of files as they are created.
    public static final class Created extends RawLocalFileSystem {
        private static final List<String> NAMES = new CopyOnWriteArrayList<>();

        @Override
        public URI getUri() {
            return URI.create("elsewhere:///");
        }

        @Override
        public FSDataOutputStream create(org.apache.hadoop.fs.Path file, boolean overwrite) throws IOException {
            NAMES.add(file.getName());
            return super.create(file, overwrite);
        }
    }

    /// File systems answer whether they renamed a file: where one did not and nothing has the name, nothing was put.
    @Test
    void saysWhereAFileDoesNotGetItsName() throws IOException {
        Configuration hadoop = new Configuration();
        hadoop.set("fs.elsewhere.impl", Unnamed.class.getName());
        hadoop.setBoolean("fs.elsewhere.impl.disable.cache", true);
        SharedFolder folder = new SharedFolder("elsewhere://" + local, hadoop);
        Path source = Files.writeString(local.resolve("file"), "whole");
        assertThatThrownBy(() -> folder.put(source, "part-1"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("it could not be renamed from .part-1.");
        assertThat(names()).containsExactly("file");
        Files.writeString(local.resolve("part-1"), "whole");
        folder.put(source, "part-1");
        assertThat(names()).containsExactlyInAnyOrder("file", "part-1");
    }

    /// Renames nothing, and says so.
    public static final class Unnamed extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("elsewhere:///");
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) {
            return false;
        }
    }

    /// A folder on a file system that gives nothing a name that is taken.
    private SharedFolder strict(boolean saysSo) {
        Configuration hadoop = new Configuration();
        hadoop.set("fs.elsewhere.impl", (saysSo ? StrictAloud.class : Strict.class).getName());
        hadoop.setBoolean("fs.elsewhere.impl.disable.cache", true);
        return new SharedFolder("elsewhere://" + local, hadoop);
    }

    /// Renames nothing to a name that is taken, as HDFS.
    public static class Strict extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("elsewhere:///");
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
            return exists(to) ? taken(to) : super.rename(from, to);
        }

        boolean taken(org.apache.hadoop.fs.Path name) throws IOException {
            return false;
        }
    }

    /// The same, as stores of objects do it.
    public static final class StrictAloud extends Strict {
        @Override
        boolean taken(org.apache.hadoop.fs.Path name) throws IOException {
            throw new FileAlreadyExistsException(name + " is there");
        }
    }

    private List<SharedFolder> everyKind() {
        return List.of(here(local), elsewhere(), strict(false), strict(true));
    }

    @Test
    void replacesAFileOfOtherBytes() throws IOException {
        for (SharedFolder folder : everyKind()) {
            for (String bytes : List.of("first", "second, longer", "third")) {
                folder.replace(Files.writeString(local.resolve("file"), bytes), "highest");
                assertThat(local.resolve("highest")).hasContent(bytes);
            }
            assertThat(names()).containsExactlyInAnyOrder("file", "highest");
            Files.delete(local.resolve("highest"));
        }
    }

    /// What a machine that lost its power leaves of a file.
    @Test
    void takesAnEmptyFileForNone() throws IOException {
        Path source = Files.writeString(local.resolve("file"), "whole");
        for (SharedFolder folder : everyKind()) {
            assertThat(folder.has("part-1")).isFalse();
            Files.createFile(local.resolve("part-1"));
            assertThat(folder.has("part-1")).isFalse();
            assertThat(folder.names()).containsExactly("file");
            folder.put(source, "part-1");
            assertThat(folder.has("part-1")).isTrue();
            assertThat(local.resolve("part-1")).hasContent("whole");
            folder.put(source, "part-1");
            assertThat(names()).containsExactlyInAnyOrder("file", "part-1");
            Files.delete(local.resolve("part-1"));
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(local)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void saysInOneLineWhatCannotBeCopied() {
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(
                            () -> elsewhere().fetch("none", local.resolve("copy"), List.of(new Stretch(0, 1)), workers))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageMatching("read elsewhere:\\S*/none: File \\S* does not exist");
        }
    }
}
