package io.bitfront.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HeldFilesTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void namesWhatIsMappedOrOpen(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "abc");
        try (FileChannel channel = FileChannel.open(file)) {
            assertThat(HeldFiles.of(file)).hasSize(1);
            try (Arena arena = Arena.ofConfined()) {
                channel.map(FileChannel.MapMode.READ_ONLY, 0, 3, arena);
                assertThat(HeldFiles.of(file)).hasSize(2);
            }
        }
        assertThat(HeldFiles.of(file)).isEmpty();
    }
}
