/// Breadth-first search and closeness on one graph: [io.bitfront.engine] for who asks, [io.bitfront.engine.lab] for who
/// measures, [io.bitfront.engine.spi] for who brings a device.
@SuppressWarnings("requires-automatic") // JCuda has no descriptor
module io.bitfront.engine {
    requires transitive io.bitfront.preprocess;
    requires java.management;
    requires jdk.management;
    requires com.sun.jna;
    requires jcuda;

    exports io.bitfront.engine;
    exports io.bitfront.engine.lab;
    exports io.bitfront.engine.spi;

    uses io.bitfront.engine.Engine.Opener;
    uses io.bitfront.engine.spi.EngineProvider;

    provides io.bitfront.engine.Engine.Opener with
            io.bitfront.engine.core.Opener;
    provides io.bitfront.engine.spi.EngineProvider with
            io.bitfront.engine.cpu.CpuEngineProvider,
            io.bitfront.engine.gpu.GpuEngineProvider;
    provides io.bitfront.cache.GraphPreparer with
            io.bitfront.engine.gpu.prepare.GpuGraphPreparer;
}
