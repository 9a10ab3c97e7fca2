package io.bitfront.spark;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Device;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.RangeEngine;
import io.bitfront.engine.closeness.RangePlan;
import io.bitfront.memory.Closing;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The engines of one executor, kept from task to task: one on each GPU, for which tasks wait in turn, and on
/// the CPU as many as tasks run at once. Safe for many threads.
final class EnginePool implements AutoCloseable {
    private final Graph graph;
    private final ClosenessJob job;
    private final RangePlan plan;
    private final Map<Device, Deque<RangeEngine>> idle = new HashMap<>();
    private final Map<Device, Integer> lent = new HashMap<>();
    private boolean closed;

    EnginePool(Graph graph, ClosenessJob job, RangePlan plan) {
        this.graph = graph;
        this.job = job;
        this.plan = plan;
    }

    /// An engine that nobody else uses until it is given back.
    ///
    /// @throws io.bitfront.engine.DeviceException where the device cannot run the job
    RangeEngine take(Device device) throws InterruptedException {
        RangeEngine found = claim(device);
        if (found != null) {
            return found;
        }
        try {
            EngineTeam team = EngineTeam.open(
                    graph, List.of(device), threads(device), engine -> RangeEngine.whyNot(engine, job, plan));
            return new RangeEngine(team.engines().getFirst(), job, plan);
        } catch (Throwable t) {
            release(device);
            throw t;
        }
    }

    /// An idle engine, or null where the caller is to open one.
    private synchronized RangeEngine claim(Device device) throws InterruptedException {
        while (device instanceof Device.Gpu && lent.getOrDefault(device, 0) > 0) {
            wait();
        }
        lent.merge(device, 1, Integer::sum);
        return idle.computeIfAbsent(device, _ -> new ArrayDeque<>()).poll();
    }

    private synchronized void release(Device device) {
        lent.merge(device, -1, Integer::sum);
        notifyAll();
    }

    private static int threads(Device device) {
        return device instanceof Device.Cpu cpu ? cpu.threads() : 1;
    }

    /// Takes an engine back; one whose device failed is closed.
    void giveBack(Device device, RangeEngine engine) {
        try {
            if (engine.failed() || !keep(device, engine)) {
                engine.close();
            }
        } finally {
            release(device);
        }
    }

    private synchronized boolean keep(Device device, RangeEngine engine) {
        if (!closed) {
            idle.get(device).push(engine);
        }
        return !closed;
    }

    /// Closes idle engines now, all of them whatever fails, and the others when they are given back.
    @Override
    public synchronized void close() {
        closed = true;
        List<RangeEngine> engines =
                idle.values().stream().flatMap(Deque::stream).toList();
        idle.values().forEach(Deque::clear);
        Closing.all(engines, RangeEngine::close);
    }
}
