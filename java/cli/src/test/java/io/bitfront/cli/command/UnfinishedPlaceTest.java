package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Main;
import io.bitfront.cli.report.Streams;
import io.bitfront.file.Ownership;
import io.bitfront.file.UserFolders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfinishedPlaceTest {
    private static final int SOMEBODY = 4711;

    @TempDir
    private Path folder;

    private Path graphs;

    @BeforeEach
    void makeFolder() throws IOException {
        graphs = Files.createDirectory(folder.resolve("graphs"));
    }

    @Test
    void isBesideTheGraphWhereOnlyTheUserWrites() {
        assertThat(place(graphs, false).why()).isNull();
        assertThat(place(graphs, false).folder()).hasParentRaw(graphs);
        assertThat(place(graphs, false).folder().getFileName().toString())
                .matches("g\\.bvss\\.closeness-[0-9a-f]{32}\\.unfinished");
    }

    /// Even where the hashes of their words are the same, as those of `Aa` and `BB`.
    @Test
    void isAnotherForAnotherJob() {
        assertThat(placeOf("Aa").folder()).isNotEqualTo(placeOf("BB").folder());
        assertThat(placeOf("Aa").folder()).isEqualTo(placeOf("Aa").folder());
    }

    @Test
    void isTheUsersOwnFolderWhereOthersWrite() throws IOException {
        open(graphs);
        assertThat(place(graphs, false).folder()).hasParentRaw(folder.resolve("xdg/bitfront"));
        assertThat(place(graphs, true).folder()).as("named by the user").hasParentRaw(graphs);
        open(folder.resolve("xdg/bitfront"));
        assertThat(place(graphs, false).folder()).isNull();
        assertThat(place(graphs, false).why())
                .isEqualTo(
                        "others can write to %s, or you cannot, and there is no folder of caches of your own", graphs);
    }

    @Test
    void isNowhereWhereItsNameIsALinkOrAFile() throws IOException {
        Path planted = place(graphs, false).folder();
        Files.createSymbolicLink(planted, Files.createDirectory(folder.resolve("victim")));
        assertThat(place(graphs, false)).isEqualTo(new UnfinishedPlace(null, planted + " is a symbolic link"));
        Files.delete(planted);
        Files.createSymbolicLink(planted, folder.resolve("nowhere"));
        assertThat(place(graphs, true)).isEqualTo(new UnfinishedPlace(null, planted + " is a symbolic link"));
        Files.delete(planted);
        Files.createFile(planted);
        assertThat(place(graphs, false)).isEqualTo(new UnfinishedPlace(null, planted + " is not a folder"));
    }

    @Test
    void isNowhereWhereItsNameIsAnothersFolderOrOpenToAll() throws IOException {
        Path planted = Files.createDirectory(place(graphs, false).folder());
        assertThat(place(graphs, false).folder()).isEqualTo(planted);
        open(planted);
        assertThat(place(graphs, false)).isEqualTo(new UnfinishedPlace(null, "others can write to " + planted));
        if (Ownership.ofThisProcess().user() == 0) {
            Files.setAttribute(planted, "unix:uid", SOMEBODY);
            assertThat(place(graphs, false)).isEqualTo(new UnfinishedPlace(null, planted + " belongs to another user"));
        }
    }

    @Test
    void isLookedForByTheCommand() throws IOException {
        Path graph = Files.writeString(graphs.resolve("g.el"), "0 1\n1 2\n");
        Path planted = UnfinishedPlace.of(
                        graph, graphs, false, "all 1 outwhole", Ownership.ofThisProcess(), UserFolders.ofThisProcess())
                .folder();
        Files.createSymbolicLink(planted, folder.resolve("victim"));
        String nowhere = "nothing will be kept of this job if it is interrupted: " + planted + " is a symbolic link\n";
        assertThat(said(graph)).contains(nowhere);
        for (String[] read : new String[][] {{"--undirected"}, {"--ids", "names"}, {"--columns", "2,1"}}) {
            assertThat(said(graph, read)).as(read[0]).doesNotContain("nothing will be kept");
        }
    }

    private static String said(Path graph, String... options) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        String[] job = Stream.concat(Stream.of("closeness", graph.toString(), "--device", "cpu"), Stream.of(options))
                .toArray(String[]::new);
        assertThat(new Main(new Streams(new ByteArrayOutputStream(), said, false, 0)).run(job))
                .isZero();
        return said.toString(StandardCharsets.UTF_8);
    }

    private UnfinishedPlace placeOf(String job) {
        return UnfinishedPlace.of(
                graphs.resolve("g.bvss"), graphs, true, job, Ownership.ofThisProcess(), UserFolders.ofThisProcess());
    }

    private UnfinishedPlace place(Path beside, boolean named) {
        UserFolders folders =
                new UserFolders(Map.of("XDG_CACHE_HOME", folder.resolve("xdg").toString())::get, folder);
        return UnfinishedPlace.of(
                graphs.resolve("g.bvss"), beside, named, "all 1 out", Ownership.ofThisProcess(), folders);
    }

    private static void open(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
}
