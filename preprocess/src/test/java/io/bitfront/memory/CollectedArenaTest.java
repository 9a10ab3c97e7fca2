package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CollectedArenaTest {
    private static final int BLOCK = 1 << 20;

    private int asked;

    private static CollectedArena.Weight weight(long least) {
        return new CollectedArena.Weight(least, System::gc);
    }

    /// Heavier than this, memory that nobody can reach is freed while more is taken, by either way of taking it.
    @Test
    void whatNobodyCanReachIsFreedBeforeMuchHasGathered() {
        CollectedArena.Weight weight = weight(16 * BLOCK);
        try (ReusedBlocks blocks = new ReusedBlocks(BLOCK, "blocks", _ -> null)) {
            for (int i = 0; i < 200; i++) {
                OffHeap.allocate(new CollectedArena(weight), BLOCK, "a block").set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                new CollectedArena(weight).allocate(BLOCK, 8).set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                blocks.take(new CollectedArena(weight)).memory().set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            }
        }
        assertThat(weight.held()).isBetween((long) BLOCK, 300L * BLOCK);
    }

    @Test
    void whatCanBeReachedStays() {
        CollectedArena.Weight weight = weight(BLOCK);
        IntArray[] kept = new IntArray[20];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = IntArray.allocate(new CollectedArena(weight), BLOCK / 4, "a block");
            kept[i].set(5, i + 1);
        }
        assertThat(weight.held()).isEqualTo(20L * BLOCK);
        for (int i = 0; i < kept.length; i++) {
            assertThat(kept[i].get(5)).isEqualTo(i + 1);
        }
    }

    /// The first block alone never does; later, twice what could be reached.
    @Test
    void theCollectorIsAskedWhereTwiceAsMuchHasGathered() {
        CollectedArena.Weight weight = new CollectedArena.Weight(100, () -> asked++);
        weight.add(150);
        assertThat(asked).isZero();
        weight.freed(150);
        weight.add(60);
        weight.add(40);
        assertThat(asked).isZero();
        weight.add(1);
        assertThat(asked).isEqualTo(1);
        weight.add(101);
        assertThat(asked).isEqualTo(1);
        weight.add(1);
        assertThat(asked).isEqualTo(2);
        weight.freed(200);
        weight.add(103);
        assertThat(asked).isEqualTo(2);
        assertThat(weight.held()).isEqualTo(106);
    }

    /// One thread frees, slowly: who fills waits for it, also where that one is interrupted.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoTakesMuchWaitsWhileItIsFreed(boolean interrupted) throws InterruptedException {
        CollectedArena.Weight[] weight = {null};
        Thread cleaner = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                LockSupport.parkNanos(2_000_000);
                weight[0].freed(1);
            }
        });
        weight[0] = new CollectedArena.Weight(100, cleaner::start, 250);
        weight[0].add(60);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        weight[0].add(60);
        assertThat(Thread.interrupted()).isEqualTo(interrupted);
        assertThat(weight[0].held()).isLessThanOrEqualTo(50);
        cleaner.join();
    }

    @Test
    void itIsAskedAgainFromTheLeastOnWhereAllWasFreed() {
        CollectedArena.Weight[] weight = {null};
        weight[0] = new CollectedArena.Weight(100, () -> {
            asked++;
            weight[0].freed(weight[0].held() - 1);
        });
        for (int i = 0; i < 50; i++) {
            weight[0].add(20);
        }
        assertThat(asked).isEqualTo(9);
    }

    @Test
    void nobodyClosesIt() {
        CollectedArena arena = new CollectedArena();
        MemorySegment memory = arena.allocate(8);
        assertThatThrownBy(arena::close).isInstanceOf(UnsupportedOperationException.class);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isZero();
        assertThat(memory.scope()).isEqualTo(arena.scope());
    }
}
