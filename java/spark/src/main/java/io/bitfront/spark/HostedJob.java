package io.bitfront.spark;

import io.bitfront.cache.Graph;
import io.bitfront.cli.command.VertexList;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Device;
import io.bitfront.engine.closeness.RangedJob;
import io.bitfront.progress.Elapsed;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;

/// A job on one executor: the graph opened, its sources arranged, its engines, shared by all tasks of the JVM.
final class HostedJob implements AutoCloseable {
    /// By [JobSpec#id]. Spark gives tasks no object of their executor's to keep things in.
    private static final ConcurrentMap<String, HostedJob> HOSTED = new ConcurrentHashMap<>();

    private final Graph graph;
    private final RangedJob ranges;
    private final EnginePool engines;
    private final SharedFolder output;
    private final SharedFolder checkpoint;

    /// @param graph the job's, closed by [#close], and where this fails
    HostedJob(JobSpec spec, Graph graph, Configuration hadoop) {
        this.graph = graph;
        try {
            ClosenessJob job = spec.job(ids(spec, graph, hadoop));
            this.ranges = new RangedJob(graph, job, spec.plan());
            this.engines = new EnginePool(graph, job, spec.plan());
            this.output = spec.output() == null ? null : new SharedFolder(spec.output(), hadoop);
            this.checkpoint = spec.checkpoint() == null ? null : new SharedFolder(spec.checkpoint(), hadoop);
        } catch (Throwable t) {
            graph.close();
            throw t;
        }
    }

    /// The job on this executor, opened by the first task that asks; others wait.
    static HostedJob of(JobSpec spec, Configuration hadoop, JobMetrics metrics) {
        return HOSTED.computeIfAbsent(spec.id(), _ -> {
            long begin = System.nanoTime();
            HostedJob opened = new HostedJob(spec, open(spec, hadoop), hadoop);
            metrics.graphOpened(Elapsed.nanos(begin));
            return opened;
        });
    }

    private static Graph open(JobSpec spec, Configuration hadoop) {
        boolean tiles = device(spec, TaskContext.get()) instanceof Device.Gpu;
        Path copies = spec.copies() == null ? null : Path.of(spec.copies());
        return new GraphPlace(spec.graph(), hadoop).open(spec.cacheChecksum(), copies, tiles);
    }

    /// Closes what tasks of this JVM opened for a job: that of a driver that is its own executor. Other executors end
    /// with their job.
    ///
    /// @param id of the job
    record Release(String id) implements AutoCloseable {
        /// @throws IllegalStateException while a task still traverses the graph, which stays open
        @Override
        public void close() {
            HostedJob hosted = HOSTED.remove(id);
            if (hosted != null) {
                hosted.close();
            }
        }
    }

    /// The ids of the job's list; none where it has no list.
    static long[] ids(JobSpec spec, Graph graph, Configuration hadoop) {
        if (spec.list() == null) {
            return new long[0];
        }
        if (SharedFolder.mappable(spec.list())) {
            return read(SharedFolder.localPath(spec.list()), spec, graph, hadoop);
        }
        org.apache.hadoop.fs.Path list = new org.apache.hadoop.fs.Path(spec.list());
        try (Scratch scratch = new Scratch()) {
            Path copy = scratch.file(list.getName());
            new SharedFolder(list.getParent().toString(), hadoop).fetch(list.getName(), copy);
            return read(copy, spec, graph, hadoop);
        }
    }

    private static long[] read(Path list, JobSpec spec, Graph graph, Configuration hadoop) {
        long[] ids = VertexList.read(list, spec.list(), graph, VertexList.Reading.EACH_ONCE, line -> {});
        // After the ids: what was edited while they were read is noticed, too.
        int found = SourceCount.ofList(list.toString(), hadoop).checksum();
        if (found != spec.listChecksum()) {
            throw new ClusterException("%s on %s is another list than the driver's: checksum %08x, expected %08x"
                    .formatted(spec.list(), GraphPlace.host(), found, spec.listChecksum()));
        }
        return ids;
    }

    /// The device of a task: the GPU that Spark gave it, else as many threads of the CPU.
    static Device device(JobSpec spec, TaskContext task) {
        ResourceInformation gpu = task.resourcesJMap().get(ClusterSettings.GPU);
        if (gpu == null || spec.cpuOnly()) {
            return new Device.Cpu(task.cpus());
        }
        String address = gpu.addresses()[0];
        if (!address.matches("\\d{1,3}")) {
            throw new ClusterException(
                    "GPU address %s: the discovery script is to name GPUs by their CUDA numbers".formatted(address));
        }
        return new Device.Gpu(Integer.parseInt(address));
    }

    Graph graph() {
        return graph;
    }

    RangedJob ranges() {
        return ranges;
    }

    EnginePool engines() {
        return engines;
    }

    /// Folder of the part files, or null.
    SharedFolder output() {
        return output;
    }

    /// Folder of the finished ranges, or null.
    SharedFolder checkpoint() {
        return checkpoint;
    }

    @Override
    public void close() {
        try (graph) {
            engines.close();
        }
    }
}
