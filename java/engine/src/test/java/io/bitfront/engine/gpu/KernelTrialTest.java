package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which kernel is kept, by the times that a script gives.
final class KernelTrialTest {
    private static final BfsKernel USUAL = BfsKernel.CORRECTING;

    private final Map<BfsKernel, Long> nanos = new EnumMap<>(BfsKernel.class);
    private final List<String> ran = new ArrayList<>();
    private List<BfsKernel> others = List.of(BfsKernel.ADAPTIVE, BfsKernel.EAGER);
    private long[] sources = {7, 8, 9};
    private int deepest = 6;

    private KernelTrial trial() {
        KernelTrial.Searches searches = new KernelTrial.Searches() {
            private BfsKernel last;

            // The first search by a kernel takes long.
            @Override
            public long nanos(long source, BfsKernel kernel) {
                boolean loads = kernel != last;
                last = kernel;
                ran.add(kernel + " " + source);
                return loads ? 1_000_000 : nanos.get(kernel);
            }

            @Override
            public int levels() {
                return ran.getLast().endsWith("9") ? deepest : 6;
            }
        };
        return new KernelTrial(KernelTrial.When.USUAL, searches, () -> USUAL, () -> others, () -> sources);
    }

    private void take(long usual, long adaptive, long eager) {
        nanos.put(USUAL, usual);
        nanos.put(BfsKernel.ADAPTIVE, adaptive);
        nanos.put(BfsKernel.EAGER, eager);
    }

    @Test
    void theFastestIsKeptFromTheSecondSearchOn() {
        take(100, 90, 70);
        KernelTrial trial = trial();
        assertThat(trial.other()).isNull();
        trial.ran(6);
        assertThat(ran).isEmpty();
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        assertThat(trial.keepsUsual()).isFalse();
        assertThat(ran)
                .startsWith("CORRECTING 7", "CORRECTING 7", "CORRECTING 8", "CORRECTING 9", "ADAPTIVE 7")
                .hasSize(12);
        trial.ran(6);
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        assertThat(ran).hasSize(12);
    }

    @Test
    void anotherOneMustGainATwentieth() {
        take(100, 96, 95);
        KernelTrial trial = trial();
        trial.settle();
        assertThat(trial.keepsUsual()).isTrue();
        take(100, 94, 95);
        trial = trial();
        trial.settle();
        assertThat(trial.other()).isEqualTo(BfsKernel.ADAPTIVE);
    }

    @Test
    void nothingIsTriedWhereASearchIsDeep() {
        take(100, 1, 1);
        KernelTrial trial = trial();
        trial.ran(65);
        assertThat(trial.other()).isNull();
        assertThat(trial.other()).isNull();
        assertThat(ran).isEmpty();
        deepest = 65;
        trial = trial();
        trial.settle();
        assertThat(trial.keepsUsual()).isTrue();
        assertThat(ran).hasSize(12);
    }

    @Test
    void theUsualKernelComesBackWhereASearchTurnsOutDeep() {
        take(100, 10, 50);
        KernelTrial trial = trial();
        trial.ran(64);
        trial.settle();
        assertThat(trial.limit()).isEqualTo(128);
        trial.ran(127);
        assertThat(trial.other()).isEqualTo(BfsKernel.ADAPTIVE);
        trial.ran(128);
        assertThat(trial.keepsUsual()).isTrue();
        assertThat(trial.other()).isNull();
        assertThat(trial.other()).isNull();
    }

    @Test
    void nothingIsTriedWithoutSourcesOrOtherKernels() {
        take(100, 1, 1);
        sources = new long[0];
        KernelTrial none = trial();
        none.settle();
        others = List.of();
        sources = new long[] {7};
        KernelTrial alone = trial();
        alone.settle();
        assertThat(ran).isEmpty();
        assertThat(none.keepsUsual() && alone.keepsUsual()).isTrue();
    }
}
