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
    private int asked;
    private boolean atOnce;

    private KernelTrial trial() {
        KernelTrial.Searches searches = new KernelTrial.Searches() {
            private BfsKernel last;

            // The first search by a kernel takes long. From source 9 searches may be deep, from 11 large.
            @Override
            public KernelTrial.Outcome run(long source, BfsKernel kernel, int mostLevels) {
                boolean loads = kernel != last;
                last = kernel;
                ran.add(kernel + " " + source);
                return new KernelTrial.Outcome(
                        loads ? 1_000_000_000 : nanos.get(kernel),
                        Math.min(mostLevels, source == 9 ? deepest : 6),
                        source == 11 ? 500 : 100);
            }
        };
        return new KernelTrial(
                KernelTrial.When.USUAL,
                atOnce,
                searches,
                () -> USUAL,
                () -> {
                    asked++;
                    return others;
                },
                () -> sources);
    }

    private void take(long usual, long adaptive, long eager) {
        nanos.put(USUAL, usual);
        nanos.put(BfsKernel.ADAPTIVE, adaptive);
        nanos.put(BfsKernel.EAGER, eager);
    }

    private static KernelTrial.Outcome search(int levels, long reached) {
        return new KernelTrial.Outcome(100, levels, reached);
    }

    private static KernelTrial.Outcome slow(int levels) {
        return new KernelTrial.Outcome(5_000L * levels, levels, 20_000);
    }

    @Test
    void theFastestIsKeptFromTheSecondSearchOn() {
        take(100, 90, 70);
        KernelTrial trial = trial();
        assertThat(trial.other()).isNull();
        trial.ran(7, search(6, 100));
        assertThat(ran).isEmpty();
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        assertThat(trial.keepsUsual()).isFalse();
        assertThat(ran)
                .startsWith(
                        "CORRECTING 7", "CORRECTING 7", "CORRECTING 8", "CORRECTING 9", "CORRECTING 7", "ADAPTIVE 7")
                .hasSize(15);
        trial.ran(7, search(6, 100));
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        assertThat(ran).hasSize(15);
    }

    @Test
    void theFirstSearchWaitsWhereItMay() {
        take(100, 90, 70);
        atOnce = true;
        assertThat(trial().other()).isEqualTo(BfsKernel.EAGER);
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
        trial.ran(7, search(193, 100));
        assertThat(trial.other()).isNull();
        assertThat(trial.other()).isNull();
        assertThat(ran).isEmpty();
        deepest = 193;
        trial = trial();
        trial.settle();
        assertThat(trial.keepsUsual()).isTrue();
        assertThat(ran).containsExactly("CORRECTING 7", "CORRECTING 7", "CORRECTING 8", "CORRECTING 9");
        assertThat(asked).isZero();
    }

    /// Whether the usual kernel or another ran it.
    @Test
    void aSearchThatReachesFarMoreIsTriedInItsTurn() {
        take(100, 200, 70);
        KernelTrial trial = trial();
        trial.settle();
        assertThat(trial.keepsUsual()).isFalse();
        trial.ran(10, search(6, 200));
        int before = ran.size();
        trial.settle();
        assertThat(ran).hasSize(before);
        trial.ran(11, search(6, 500));
        take(100, 200, 96);
        trial.settle();
        assertThat(ran).hasSize(before + 15).endsWith("EAGER 9", "EAGER 11");
        assertThat(trial.keepsUsual()).isTrue();
        trial.ran(11, search(6, 500));
        trial.settle();
        assertThat(ran).hasSize(before + 15);
    }

    @Test
    void theUsualKernelComesBackWhereASearchTurnsOutDeep() {
        take(100, 10, 50);
        KernelTrial trial = trial();
        trial.ran(7, search(192, 10_000));
        trial.settle();
        assertThat(trial.limit()).isEqualTo(384);
        trial.ran(7, search(383, 10_000));
        assertThat(trial.other()).isEqualTo(BfsKernel.ADAPTIVE);
        trial.ran(7, search(384, 10_000));
        assertThat(trial.keepsUsual()).isTrue();
        assertThat(trial.other()).isNull();
        assertThat(trial.other()).isNull();
    }

    /// From where the largest began alone, and up to twice as many levels as were seen.
    @Test
    void manySlowLevelsAreTriedToo() {
        take(3_000_000, 2_900_000, 2_000_000);
        KernelTrial trial = trial();
        assertThat(trial.other()).isNull();
        trial.ran(9, slow(500));
        deepest = 500;
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        assertThat(ran)
                .containsExactly("CORRECTING 9", "CORRECTING 9", "ADAPTIVE 9", "ADAPTIVE 9", "EAGER 9", "EAGER 9");
        assertThat(trial.limit()).isEqualTo(1_000);
        trial.ran(8, search(999, 20_000));
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        trial.ran(8, search(1_000, 20_000));
        assertThat(trial.keepsUsual()).isTrue();
        trial.ran(8, slow(1_200));
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        assertThat(trial.limit()).isEqualTo(2_400);
        assertThat(ran).hasSize(12);
        trial.ran(8, slow(1_000));
        assertThat(trial.other()).isEqualTo(BfsKernel.EAGER);
        trial.ran(8, slow(2_400));
        trial.ran(8, new KernelTrial.Outcome(5_000L * 2_500 - 1, 2_500, 20_000));
        assertThat(trial.other()).isNull();
        assertThat(trial.other()).isNull();
        assertThat(ran).hasSize(12);
    }

    /// Along a path, say, beside what is wide.
    @Test
    void manyThinLevelsByAnotherKernelBringTheUsualOneBack() {
        take(3_000_000, 1, 1);
        KernelTrial trial = trial();
        trial.ran(9, slow(500));
        trial.settle();
        trial.ran(8, search(192, 193));
        trial.ran(8, search(193, 16 * 193));
        assertThat(trial.keepsUsual()).isFalse();
        trial.ran(8, search(193, 16 * 193 - 1));
        assertThat(trial.keepsUsual()).isTrue();
        assertThat(trial.other()).isNull();
        assertThat(trial.other()).isNull();
    }

    /// How many levels there are is not known from searches that end after so many.
    @Test
    void nothingIsChosenForManySlowLevelsBeforeASearchHasShownThem() {
        take(3_000_000, 1, 1);
        deepest = 385;
        KernelTrial trial = trial();
        trial.settle();
        trial.settle();
        assertThat(trial.keepsUsual()).isTrue();
        assertThat(asked).isZero();
        assertThat(ran).hasSize(4);
        trial.ran(9, slow(385));
        trial.settle();
        assertThat(trial.keepsUsual()).isFalse();
        trial.ran(8, slow(383));
        trial.settle();
        assertThat(ran).hasSize(10);
    }

    @Test
    void searchesOfLessThanTwiceFewLevelsWereTriedWhole() {
        take(3_000_000, 1, 1);
        deepest = 383;
        KernelTrial trial = trial();
        trial.settle();
        assertThat(trial.keepsUsual()).isFalse();
        int before = ran.size();
        trial.ran(9, new KernelTrial.Outcome(5_000L * 383, 383, 100));
        trial.settle();
        assertThat(ran).hasSize(before);
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
        assertThat(ran).containsExactly("CORRECTING 7", "CORRECTING 7");
        assertThat(none.keepsUsual() && alone.keepsUsual()).isTrue();
        alone.ran(11, search(6, 500));
        alone.settle();
        assertThat(ran).hasSize(2);
    }
}
