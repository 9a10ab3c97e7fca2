package io.bitfront.spark;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EngineProvider;
import io.bitfront.engine.spi.MultiSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// GPUs of a machine that has none: CPU engines under the names of GPUs, which do as the files in the folder named by
/// the system property `bitfront.stand-in` say.
///
/// * `delay`: milliseconds that every batch takes longer;
/// * `fails-N`: GPU N fails at every batch;
/// * `slow-N`: each batch of GPU N takes ten times the delay;
/// * `unclosed`: closing a stub fails;
/// * `cpu`: the CPU is such a stand-in, too;
/// * `stub`: batches find nothing, at once, on the CPU too.
///
/// A GPU that was used leaves a file `used-N-PID`.
public final class StandInGpus implements EngineProvider {
    /// The system property that names the folder.
    public static final String FOLDER = "bitfront.stand-in";

    private static final String STUB = "stub";
    private static final String CPU = "cpu";
    private static final int STUB_WIDTH = 1_024;
    private static final Object NOT_MINE = new Object();

    @Override
    public int preference() {
        return 20;
    }

    @Override
    public List<Device.Report> devices() {
        return List.of();
    }

    @Override
    public boolean handles(Device device) {
        String folder = System.getProperty(FOLDER);
        return folder != null
                && (device instanceof Device.Gpu
                        || device instanceof Device.Cpu
                                && (Files.exists(Path.of(folder, STUB)) || Files.exists(Path.of(folder, CPU))));
    }

    @Override
    public String whyNot(Graph graph, Device device) {
        return null;
    }

    @Override
    public Backend open(Graph graph, Device device) {
        Gpu gpu = new Gpu(
                device instanceof Device.Gpu numbered ? numbered.index() : 0, Path.of(System.getProperty(FOLDER)));
        return gpu.has(STUB) ? stub(gpu) : slowed(gpu, new CpuEngine(graph, 1));
    }

    private static Backend slowed(Gpu gpu, Backend cpu) {
        return like(Backend.class, cpu, (method, arguments) -> switch (method.getName()) {
            case "description" -> gpu.toString();
            case "multiSources" -> {
                gpu.mark();
                MultiSource real = cpu.multiSource((int) arguments[0], (Direction) arguments[1]);
                yield List.of(like(MultiSource.class, real, new Batches(gpu, new ArrayDeque<>())::call));
            }
            default -> NOT_MINE;
        });
    }

    /// Holds nothing: a thousand of them fit in one process.
    private static Backend stub(Gpu gpu) {
        return like(Backend.class, null, (method, _) -> switch (method.getName()) {
            case "description" -> gpu.toString();
            case "multiSources" -> List.of(like(MultiSource.class, null, new Batches(gpu, new ArrayDeque<>())::stub));
            case "multiSourcesBytes" -> 0L;
            case "close" -> {
                if (gpu.has("unclosed")) {
                    throw new DeviceException("gpu:%d: close: CUDA_ERROR_ILLEGAL_ADDRESS".formatted(gpu.index));
                }
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.toString());
        });
    }

    private interface Instead {
        /// The result of a call, or [#NOT_MINE].
        Object call(Method method, Object... arguments);
    }

    /// An object that answers some calls itself and hands on the others.
    private static <T> T like(Class<T> type, T real, Instead instead) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    Object answer = instead.call(method, arguments);
                    if (answer != NOT_MINE) {
                        return answer;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /// The batches of one GPU.
    ///
    /// @param stubs sources of the batches that are under way and find nothing
    private record Batches(Gpu gpu, Deque<Integer> stubs) {
        private Object call(Method method, Object... arguments) {
            if (method.getName().equals("begin")) {
                if (gpu.has("fails-" + gpu.index)) {
                    throw new DeviceException("gpu:%d: launch: CUDA_ERROR_ILLEGAL_ADDRESS".formatted(gpu.index));
                }
                gpu.delay();
            }
            return NOT_MINE;
        }

        private Object stub(Method method, Object... arguments) {
            switch (method.getName()) {
                case "width" -> {
                    return STUB_WIDTH;
                }
                case "depth" -> {
                    return 1;
                }
                case "begin" -> {
                    gpu.delay();
                    stubs.add(((int[]) arguments[0]).length);
                }
                case "finish" -> {
                    return nothing(stubs.remove());
                }
                case "expect", "close" -> {
                    return null;
                }
                default -> throw new UnsupportedOperationException(method.toString());
            }
            return null;
        }

        private static SourceSums nothing(int sources) {
            SourceSums nothing = SourceSums.allocate(sources);
            Arrays.fill(nothing.reached(), 1);
            return nothing;
        }
    }

    private record Gpu(int index, Path folder) {
        @Override
        public String toString() {
            return "gpu:%d (stand-in)".formatted(index);
        }

        private void mark() {
            try {
                String name =
                        "used-%d-%d".formatted(index, ProcessHandle.current().pid());
                Files.writeString(folder.resolve(name), "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean has(String file) {
            return Files.exists(folder.resolve(file));
        }

        private void delay() {
            Path delay = folder.resolve("delay");
            try {
                if (has("delay")) {
                    long ms = Long.parseLong(Files.readString(delay).strip());
                    Thread.sleep(has("slow-" + index) ? 10 * ms : ms);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
