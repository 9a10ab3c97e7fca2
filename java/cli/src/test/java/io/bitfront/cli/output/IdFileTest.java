package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.VertexIds;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdFileTest {
    @TempDir
    private Path folder;

    @Test
    void leavesNothingBehindWhereIdsCannotBeTold() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(2);
            MemorySegment.copy("ab".getBytes(StandardCharsets.UTF_8), 0, text, ValueLayout.JAVA_BYTE, 0, 2);
            VertexIds names = new VertexIds.Names(LongArray.copyOf(arena, new long[] {0, 1, 2}), text);
            for (VertexIds ids : new VertexIds[] {names, VertexIds.numbers()}) {
                assertThatThrownBy(() -> IdFile.of(folder.resolve("levels.npy"), "ids", 2, ids, row -> {
                            throw new IllegalStateException("row " + row);
                        }))
                        .isInstanceOf(IllegalStateException.class);
                assertThat(folder).isEmptyDirectory();
            }
        }
    }
}
