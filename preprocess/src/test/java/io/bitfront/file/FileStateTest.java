package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileStateTest {
    private static final Instant THEN = Instant.parse("2020-02-02T02:02:02.123456789Z");
    private static final FileState STATE = new FileState(7, THEN, THEN.plusSeconds(5), "1:2");

    @TempDir
    private Path folder;

    @Test
    void isOfTheFileThatALinkLeadsTo() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "seven..");
        Files.setLastModifiedTime(file, FileTime.from(THEN));
        FileState state = FileState.of(file);
        assertThat(state.size()).isEqualTo(7);
        assertThat(state.modified()).isEqualTo(THEN);
        assertThat(state.changed()).isAfter(THEN);
        assertThat(FileState.of(Files.createSymbolicLink(folder.resolve("b"), file)))
                .isEqualTo(state);
        Path other = Files.copy(file, folder.resolve("c"));
        assertThat(FileState.of(other).identity()).isNotEqualTo(state.identity());
        assertThatThrownBy(() -> FileState.of(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    /// Two seconds after its last change of whatever kind, and not before.
    @Test
    void isSettledTwoSecondsAfterTheLastChange() {
        Instant changed = STATE.changed();
        assertThat(STATE.settled(changed)).isFalse();
        assertThat(STATE.settled(changed.plusSeconds(2))).isFalse();
        assertThat(STATE.settled(changed.plusSeconds(2).plusNanos(1))).isTrue();
        assertThat(STATE.settled(changed.plusSeconds(9))).isTrue();
    }

    /// Another size or time of this file's bytes; whatever becomes of other files.
    @Test
    void tellsWhetherTheBytesWereWritten() {
        FileState renamed = new FileState(7, THEN, THEN.plusSeconds(9), "1:2");
        FileState longer = new FileState(8, THEN, THEN.plusSeconds(5), "1:2");
        FileState later = new FileState(7, THEN.plusNanos(1), THEN.plusSeconds(5), "1:2");
        FileState other = new FileState(8, THEN.plusNanos(1), THEN.plusSeconds(5), "1:3");
        assertThat(STATE.rewritten(STATE)).isFalse();
        assertThat(STATE.rewritten(renamed)).isFalse();
        assertThat(STATE.rewritten(longer)).isTrue();
        assertThat(STATE.rewritten(later)).isTrue();
        assertThat(STATE.rewritten(other)).isFalse();
        assertThat(STATE.touched(STATE)).isFalse();
        assertThat(STATE.touched(renamed)).isTrue();
        assertThat(STATE.touched(longer)).isTrue();
        assertThat(STATE.touched(other)).isFalse();
    }

    @Test
    void standsInALine() {
        assertThat(new FileState(1_234, THEN, THEN.plusSeconds(5), "1:2").line())
                .isEqualTo("size=1234 modified=2020-02-02T02:02:02.123456789Z changed=2020-02-02T02:02:07.123456789Z"
                        + " file=1:2");
    }
}
