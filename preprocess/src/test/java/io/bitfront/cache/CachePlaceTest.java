package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.file.Ownership;
import io.bitfront.file.UserFolders;
import io.bitfront.input.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachePlaceTest {
    private static final int SOMEBODY = 4711;

    @TempDir
    Path folder;

    private Path graphs;
    private Path graph;

    @BeforeEach
    void makeGraph() throws IOException {
        graphs = Files.createDirectory(folder.resolve("graphs"));
        graph = Files.writeString(graphs.resolve("g.el"), "1 2\n");
    }

    @Test
    void isBesideTheGraphWhereOnlyTheUserWrites() {
        assertThat(place(null)).isEqualTo(new CachePlace(graphs.resolve("g.el.bvss"), null));
    }

    /// A cache within a folder of parts would change what the graph is.
    @Test
    void isBesideAFolderHoweverThatIsCalled() throws IOException {
        Path parts = Files.createDirectory(graphs.resolve("parts"));
        for (Path called : List.of(parts, parts.resolve("."), parts.resolve("more/.."))) {
            CachePlace place = CachePlace.of(
                    new GraphCache.Request(called, ReadOptions.AUTO, PreprocessOptions.defaults(), null, false),
                    Ownership.ofThisProcess(),
                    new UserFolders(name -> null, folder));
            assertThat(place).isEqualTo(new CachePlace(graphs.resolve("parts.bvss"), null));
        }
    }

    @Test
    void isTheUsersOwnFolderWhereOthersWriteBesideTheGraph() throws IOException {
        Files.setPosixFilePermissions(graphs, PosixFilePermissions.fromString("rwxrwxrwx"));
        CachePlace place = place(null);
        assertThat(place.why()).isEqualTo("others can write to %s: its cache goes to your own folder", graphs);
        assertThat(place.cache()).hasParentRaw(folder.resolve("xdg/bitfront"));
        assertThat(place.cache().getFileName().toString()).matches("g\\.el-[0-9a-f]{8}\\.bvss");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("xdg/bitfront"))))
                .isEqualTo("rwx------");
    }

    @Test
    void isTheUsersOwnFolderWhereTheUserCannotWriteBesideTheGraph() throws IOException {
        CachePlace place = place(null, path -> !path.equals(graphs));
        assertThat(place.why()).isEqualTo("you cannot write to %s: its cache goes to your own folder", graphs);
        assertThat(place.cache()).hasParentRaw(folder.resolve("xdg/bitfront"));
        Path beside = Files.createFile(graphs.resolve("g.el.bvss"));
        assertThat(place(null, path -> !path.equals(graphs))).isEqualTo(new CachePlace(beside, null));
    }

    @Test
    void isNowhereWhereOthersWriteToTheOwnFolderToo() throws IOException {
        Files.setPosixFilePermissions(graphs, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path own = Files.createDirectories(folder.resolve("xdg/bitfront"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(place(null))
                .isEqualTo(new CachePlace(
                        null,
                        "others can write to %s, and there is no folder of caches of your own".formatted(graphs)));
    }

    @Test
    void isTheFolderTheUserNamed() throws IOException {
        Path named = Files.createDirectory(folder.resolve("named"));
        Files.setPosixFilePermissions(named, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(place(named).cache()).hasParentRaw(named);
        assertThat(place(named).why()).isNull();
    }

    @Test
    void isNowhereWhereItsNameIsAnothersFile() throws IOException {
        Path cache = Files.createFile(graphs.resolve("g.el.bvss"));
        if (user() == 0) {
            Files.setAttribute(cache, "unix:uid", SOMEBODY);
            assertThat(place(null)).isEqualTo(new CachePlace(null, cache + " belongs to another user"));
        } else {
            assertThat(new Ownership(SOMEBODY).whyNotOwnFile(cache)).isEqualTo(cache + " belongs to another user");
        }
        assertThat(new Ownership(SOMEBODY).onlyOwnersWrite(graphs)).isEqualTo(user() == 0);
    }

    private CachePlace place(Path directory) {
        return place(directory, Files::isWritable);
    }

    private CachePlace place(Path directory, Predicate<Path> writable) {
        UserFolders folders =
                new UserFolders(Map.of("XDG_CACHE_HOME", folder.resolve("xdg").toString())::get, folder);
        return CachePlace.of(
                new GraphCache.Request(graph, ReadOptions.AUTO, PreprocessOptions.defaults(), directory, false),
                Ownership.ofThisProcess(),
                folders,
                writable);
    }

    private static int user() {
        return Ownership.ofThisProcess().user();
    }
}
