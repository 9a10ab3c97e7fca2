package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.generate.ChainGenerator;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is timed each way was right each way.
class LevelOracleTest {
    private final List<LabRequest> checked = new ArrayList<>();
    private SmallEngine small;
    private Lab lab;

    @BeforeEach
    void prepareAChain() {
        small = SmallEngine.of(new ChainGenerator(6));
        lab = small.lab();
    }

    @AfterEach
    void close() {
        small.close();
    }

    private void study(Lab scripted) {
        study(scripted, 1);
    }

    private void study(Lab scripted, int runs) {
        BenchEngine engine = new BenchEngine(small.real(), scripted, GpuMonitor.none());
        Subject subject = new Subject("chain", "chain", 0, engine, LabRequest.from(0), "");
        new LevelOracle(engine, LabRequest.from(0), runs).study(subject, new long[] {2}, Progress.NONE);
    }

    @Test
    void asksTheDeviceOfEveryWayThatIsForced() {
        Lab checking = checking(Integer.MAX_VALUE);
        study(checking);
        assertThat(checked).allMatch(request -> request.source() == 2);
        assertThat(checked.stream().map(LabRequest::plan).distinct().count()).isGreaterThan(2);
        int all = checked.size();
        for (int wrong = 0; wrong < all; wrong++) {
            checked.clear();
            Lab wrongOnce = checking(wrong);
            assertThatThrownBy(() -> study(wrongOnce)).hasMessageContaining("levels from source 2 are wrong ");
        }
    }

    /// Once or three times where that is enough to see that they cannot win, and as often as was asked for where they
    /// may.
    @Test
    void repeatsWaysThatAreForcedAsOftenAsIsUseful() {
        Map<LevelPlan, Integer> times = new HashMap<>();
        study(
                Scripted.like(Lab.class, lab, (method, arguments) -> {
                    if (method.getName().equals("measure")) {
                        times.merge(((LabRequest) arguments[0]).plan(), 1, Integer::sum);
                    }
                    return Scripted.REALLY;
                }),
                7);
        assertThat(times.remove(LevelPlan.FREE))
                .as("before and after all others")
                .isEqualTo(14);
        assertThat(times).hasSizeGreaterThan(2);
        assertThat(times.values()).isSubsetOf(1, 3, 7);
    }

    private Lab checking(int wrong) {
        return Scripted.like(Lab.class, lab, (method, arguments) -> switch (method.getName()) {
            case "checksLevels" -> true;
            case "defect" -> {
                checked.add((LabRequest) arguments[0]);
                yield checked.size() == wrong + 1 ? "one is too low" : null;
            }
            default -> Scripted.REALLY;
        });
    }

    @Test
    void looksAtLevelsOnTheHostWhereTheDeviceDoesNot() {
        Lab wrong = Scripted.like(Lab.class, lab, (method, arguments) -> {
            if (method.getName().equals("bfs")) {
                LabResult found = lab.bfs((LabRequest) arguments[0], (Arena) arguments[1]);
                found.level().set(0, found.level().get(0) + 1);
                return found;
            }
            return Scripted.REALLY;
        });
        assertThatThrownBy(() -> study(wrong)).hasMessageContaining("levels from source 2 are wrong ");
    }
}
