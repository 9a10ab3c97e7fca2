package io.bitfront.spark;

import io.bitfront.engine.BatchMode;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.BfsSummary;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineProvider;
import io.bitfront.engine.MultiSource;
import io.bitfront.engine.SourceSums;
import io.bitfront.engine.TargetSums;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.graph.Graph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// GPUs of a machine that has none: CPU engines under the names of GPUs, which do as the files in the folder named by
/// the system property `bitfront.stand-in` say.
///
/// * `delay`: milliseconds that every batch takes longer;
/// * `fails-N`: GPU N fails at every batch;
/// * `slow-N`: each batch of GPU N takes ten times the delay;
/// * `stub`: batches find nothing, at once.
///
/// A GPU that was used leaves a file `used-N-PID`.
public final class StandInGpus implements EngineProvider {
    /// The system property that names the folder.
    public static final String FOLDER = "bitfront.stand-in";

    @Override
    public int preference() {
        return 20;
    }

    @Override
    public List<DeviceReport> devices() {
        return List.of();
    }

    @Override
    public boolean handles(Device device) {
        return device instanceof Device.Gpu && System.getProperty(FOLDER) != null;
    }

    @Override
    public String whyNot(Graph graph, Device device) {
        return null;
    }

    @Override
    public Engine open(Graph graph, Device device) {
        return new StandIn(new CpuEngine(graph, 1), ((Device.Gpu) device).index(), Path.of(System.getProperty(FOLDER)));
    }

    private record StandIn(CpuEngine cpu, int index, Path folder) implements Engine {
        @Override
        public Graph graph() {
            return cpu.graph();
        }

        @Override
        public String description() {
            return "gpu:%d (stand-in)".formatted(index);
        }

        @Override
        public BfsResult bfs(BfsRequest request, Arena arena) {
            return cpu.bfs(request, arena);
        }

        @Override
        public BfsSummary measure(BfsRequest request) {
            return cpu.measure(request);
        }

        @Override
        public long singleSourceBytes() {
            return cpu.singleSourceBytes();
        }

        @Override
        public MultiSource multiSource(int width, Direction direction, BatchMode mode) {
            mark();
            return Files.exists(folder.resolve("stub"))
                    ? new Batches(null, this)
                    : new Batches(cpu.multiSource(width, direction, mode), this);
        }

        @Override
        public int batchWidth(int width, Direction direction, BatchMode mode) {
            return cpu.batchWidth(width, direction, mode);
        }

        @Override
        public long multiSourceBytes(int width, Direction direction, BatchMode mode) {
            return cpu.multiSourceBytes(width, direction, mode);
        }

        private void mark() {
            try {
                Files.writeString(
                        folder.resolve("used-%d-%d"
                                .formatted(index, ProcessHandle.current().pid())),
                        "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void wake() {
            if (Files.exists(folder.resolve("fails-" + index))) {
                throw new DeviceException("gpu:%d: launch: CUDA_ERROR_ILLEGAL_ADDRESS".formatted(index));
            }
            Path delay = folder.resolve("delay");
            if (Files.exists(delay)) {
                try {
                    long ms = Long.parseLong(Files.readString(delay).strip());
                    Thread.sleep(Files.exists(folder.resolve("slow-" + index)) ? 10 * ms : ms);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void close() {
            cpu.close();
        }
    }

    /// @param real null for a stub
    private record Batches(MultiSource real, StandIn gpu) implements MultiSource {
        private static final int STUB_WIDTH = 1_024;

        @Override
        public int width() {
            return real == null ? STUB_WIDTH : real.width();
        }

        @Override
        public SourceSums perSource(int[] sources) {
            gpu.wake();
            if (real == null) {
                SourceSums nothing = SourceSums.allocate(sources.length);
                Arrays.fill(nothing.reached(), 1);
                return nothing;
            }
            return real.perSource(sources);
        }

        @Override
        public void perTarget(int[] pivots, TargetSums into) {
            gpu.wake();
            real.perTarget(pivots, into);
        }

        @Override
        public void close() {
            if (real != null) {
                real.close();
            }
        }
    }
}
