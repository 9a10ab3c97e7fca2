package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.closeness.RangeEngine;
import io.bitfront.engine.closeness.RangePlan;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class EnginePoolTest {
    private static final Device CPU = new Device.Cpu(1);

    @Test
    void lendsAgainWhatWasGivenBackAndClosesAllInTheEnd() throws InterruptedException {
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed()) {
            EnginePool pool = new EnginePool(graph, ClosenessJob.allSources(), new RangePlan(3, 1_024, ""));
            RangeEngine idle;
            RangeEngine lent;
            try (pool) {
                idle = pool.take(CPU);
                lent = pool.take(CPU);
                assertThat(lent).isNotSameAs(idle);
                pool.giveBack(CPU, idle);
                assertThat(pool.take(CPU)).isSameAs(idle);
                pool.giveBack(CPU, idle);
            }
            requireClosed(idle);
            assertThat(lent.description()).isNotEmpty();
            pool.giveBack(CPU, lent);
            requireClosed(lent);
        }
    }

    /// Whoever waits for a GPU has it next, also where it could not be opened.
    @Test
    @Timeout(60)
    void letsGoOfADeviceThatCannotBeOpened() {
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed();
                EnginePool pool = new EnginePool(graph, ClosenessJob.allSources(), new RangePlan(3, 1_024, ""))) {
            for (int time = 0; time < 2; time++) {
                assertThatThrownBy(() -> pool.take(new Device.Gpu(99))).isInstanceOf(DeviceException.class);
            }
        }
    }

    /// Nobody waits for ever for a GPU whose engine is not to be closed.
    @Test
    @Timeout(60)
    void letsGoOfADeviceThatCannotBeClosed(@TempDir Path machine) throws Exception {
        Files.createFile(machine.resolve("stub"));
        Device gpu = new Device.Gpu(0);
        System.setProperty(StandInGpus.FOLDER, machine.toString());
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed()) {
            EnginePool pool = new EnginePool(graph, ClosenessJob.allSources(), new RangePlan(3, 1_024, ""));
            RangeEngine lent = pool.take(gpu);
            Files.createFile(machine.resolve("unclosed"));
            pool.close();
            assertThatThrownBy(() -> pool.giveBack(gpu, lent)).isInstanceOf(DeviceException.class);
            Files.delete(machine.resolve("unclosed"));
            pool.giveBack(gpu, pool.take(gpu));
        } finally {
            System.clearProperty(StandInGpus.FOLDER);
        }
    }

    /// One that is not to be closed keeps none of the others open.
    @Test
    @Timeout(60)
    void closesAllWhateverFails(@TempDir Path machine) throws Exception {
        Files.createFile(machine.resolve("stub"));
        System.setProperty(StandInGpus.FOLDER, machine.toString());
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed()) {
            EnginePool pool = new EnginePool(graph, ClosenessJob.allSources(), new RangePlan(3, 1_024, ""));
            RangeEngine[] engines = new RangeEngine[3];
            for (int gpu = 0; gpu < engines.length; gpu++) {
                engines[gpu] = pool.take(new Device.Gpu(gpu));
            }
            for (int gpu = 0; gpu < engines.length; gpu++) {
                pool.giveBack(new Device.Gpu(gpu), engines[gpu]);
            }
            Files.createFile(machine.resolve("unclosed"));
            assertThatThrownBy(pool::close)
                    .isInstanceOf(DeviceException.class)
                    .satisfies(failure -> assertThat(failure.getSuppressed())
                            .hasSize(engines.length - 1)
                            .hasOnlyElementsOfType(DeviceException.class));
            pool.close();
        } finally {
            System.clearProperty(StandInGpus.FOLDER);
        }
    }

    private static void requireClosed(RangeEngine engine) {
        assertThatThrownBy(engine::description).isInstanceOf(IllegalStateException.class);
    }
}
