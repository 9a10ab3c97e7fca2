package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Measures on hardware what a traversal costs beside its kernel: many traversals of a small graph, each timed from the
/// call to its result. Prints JSON, times in microseconds.
public final class HostOverhead {
    private static final int WARM_UP = 3_000;
    private static final int TRAVERSALS = 5_000;

    private HostOverhead() {}

    /// What is called, and the kernel time of one call.
    @FunctionalInterface
    private interface Call {
        BfsResult.Timings run();
    }

    /// @param args none
    public static void main(String[] args) {
        if (Cuda.problem() != null) {
            throw new IllegalStateException(Cuda.problem());
        }
        CudaDevice device = Cuda.devices().getFirst();
        TestGraph small = Shapes.star(1_000);
        double[] opening = new double[5];
        for (int i = 0; i < opening.length; i++) {
            try (Graph graph = Prepared.graph(small, "degree")) {
                long start = System.nanoTime();
                new GpuEngine(graph, device).close();
                opening[i] = (System.nanoTime() - start) / 1e3;
            }
        }
        print("open and close an engine, the first with the driver's start", opening);
        try (Graph graph = Prepared.graph(small, "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            for (BfsMode mode : List.of(BfsMode.AUTO, BfsMode.PAPER)) {
                LabRequest request = LabRequest.from(0).withMode(mode);
                measure(
                        "measure, mode " + mode.word(),
                        () -> engine.measure(request).timings());
                measure("bfs, mode " + mode.word(), () -> {
                    try (Arena arena = Arena.ofShared()) {
                        return engine.bfs(request, arena).timings();
                    }
                });
            }
        }
    }

    private static void measure(String what, Call call) {
        double[] beside = new double[TRAVERSALS];
        double[] kernel = new double[TRAVERSALS];
        for (int i = -WARM_UP; i < TRAVERSALS; i++) {
            long start = System.nanoTime();
            BfsResult.Timings timings = call.run();
            long wall = System.nanoTime() - start;
            if (i >= 0) {
                kernel[i] = timings.kernel() / 1e3;
                beside[i] = wall / 1e3 - kernel[i];
            }
        }
        Arrays.sort(beside);
        Arrays.sort(kernel);
        System.out.printf(
                Locale.ROOT,
                "{\"what\":\"%s\",\"traversals\":%d,\"kernelMedianUs\":%.1f,\"besideMedianUs\":%.1f,\"besideP90Us\":%.1f}%n",
                what,
                TRAVERSALS,
                kernel[TRAVERSALS / 2],
                beside[TRAVERSALS / 2],
                beside[TRAVERSALS * 9 / 10]);
    }

    private static void print(String what, double[] micros) {
        StringBuilder list = new StringBuilder();
        for (double each : micros) {
            list.append(list.isEmpty() ? "" : ",").append("%.0f".formatted(each));
        }
        System.out.println("{\"what\":\"%s\",\"us\":[%s]}".formatted(what, list));
    }
}
