package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineMemoryTest {
    @TempDir
    Path root;

    @Test
    void isWhatLinuxCallsAvailable() throws IOException {
        put("proc/meminfo", "MemTotal:  9000 kB\nMemFree: 10 kB\nMemAvailable:    5000 kB\n");
        assertThat(available()).isEqualTo(5_120_000);
    }

    @Test
    void isLessWhereAControlGroupSetsALimit() throws IOException {
        put("proc/meminfo", "MemAvailable:    5000 kB\n");
        put("proc/self/cgroup", "0::/box/job\n");
        put("sys/fs/cgroup/box/job/memory.max", "max\n");
        put("sys/fs/cgroup/box/job/memory.current", "5\n");
        put("sys/fs/cgroup/box/memory.max", "3000000\n");
        put("sys/fs/cgroup/box/memory.current", "2500000\n");
        put("sys/fs/cgroup/box/memory.stat", "anon 1\nfile 900000\nfile_mapped 3\nshmem 200000\n");
        assertThat(available()).isEqualTo(1_200_000);
    }

    @Test
    void readsTheFirstVersionOfControlGroupsToo() throws IOException {
        put("proc/meminfo", "MemAvailable:    5000 kB\n");
        put("proc/self/cgroup", "12:cpu,cpuacct:/\n9:memory:/box\n");
        put("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1000\n");
        put("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "900\n");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        put("sys/fs/cgroup/memory/box/memory.stat", "cache 1\ntotal_cache 700\ntotal_shmem 600\n");
        assertThat(available()).isEqualTo(200);
    }

    @Test
    void isNothingInAGroupThatIsOverItsLimit() throws IOException {
        put("proc/self/cgroup", "0::/\n");
        put("sys/fs/cgroup/memory.max", "1000\n");
        put("sys/fs/cgroup/memory.current", "2000\n");
        assertThat(available()).isZero();
    }

    @Test
    void isTheLimitOfAGroupThatUsesNothing() throws IOException {
        put("proc/self/cgroup", "0::/\n");
        put("sys/fs/cgroup/memory.current", "0\n");
        for (int limit : new int[] {1_000, 1, 0}) {
            put("sys/fs/cgroup/memory.max", limit + "\n");
            assertThat(available()).isEqualTo(limit);
        }
    }

    @Test
    void isWithoutLimitWhereTheSystemDoesNotTell() {
        assertThat(available()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isSomethingOnThisMachine() {
        assertThat(MachineMemory.ofThisMachine().availableBytes()).isPositive();
    }

    private long available() {
        return new MachineMemory(root).availableBytes();
    }

    private void put(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
