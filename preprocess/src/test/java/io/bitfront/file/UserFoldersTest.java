package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UserFoldersTest {
    @TempDir
    private Path home;

    private UserFolders folders(Map<String, String> environment) {
        return new UserFolders(environment::get, home);
    }

    @Test
    void areInTheHomeUnlessTheyAreSetElsewhere() throws IOException {
        assertThat(folders(Map.of()).cache()).contains(home.resolve(".cache/bitfront"));
        assertThat(folders(Map.of()).state()).contains(home.resolve(".local/state/bitfront"));
        Path there = home.resolve("there");
        UserFolders set = folders(Map.of("XDG_CACHE_HOME", there.toString(), "XDG_STATE_HOME", "state"));
        assertThat(set.cache()).contains(there.resolve("bitfront"));
        assertThat(set.state()).as("a relative path is to be ignored").contains(home.resolve(".local/state/bitfront"));
        assertThat(Files.getPosixFilePermissions(there.resolve("bitfront")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void areNowhereWithoutAHome() {
        assertThat(new UserFolders(variable -> null, Path.of("")).cache()).isEmpty();
        assertThat(new UserFolders(variable -> "relative", Path.of("home")).state())
                .isEmpty();
        assertThat(new UserFolders(variable -> home.resolve("x").toString(), Path.of("")).cache())
                .contains(home.resolve("x/bitfront"));
    }

    /// A file is in the way, or others may write to the folder.
    @Test
    void areNoneThatOthersMayWriteTo() throws IOException {
        Files.writeString(home.resolve(".cache"), "");
        assertThat(folders(Map.of()).cache()).isEmpty();
        Path open = Files.createDirectories(home.resolve(".local/state/bitfront"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(folders(Map.of()).state()).isEmpty();
    }
}
