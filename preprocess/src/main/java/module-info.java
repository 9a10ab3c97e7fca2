/// Graphs: read, generated, prepared, kept in cache files.
@SuppressWarnings({"requires-automatic", "module"}) // no descriptors: Tinfour, aircompressor; built later: engine
module io.bitfront.preprocess {
    requires aircompressor;
    requires java.management;
    requires jdk.management;
    requires org.apache.commons.compress;
    requires TinfourCore;
    requires org.tukaani.xz;
    requires tools.jackson.core;

    exports io.bitfront.cache;
    exports io.bitfront.file;
    exports io.bitfront.generate;
    exports io.bitfront.graph;
    exports io.bitfront.input;
    exports io.bitfront.input.choice;
    exports io.bitfront.memory;
    exports io.bitfront.order;
    exports io.bitfront.parallel;
    exports io.bitfront.progress;
    exports io.bitfront.random to
            io.bitfront.engine;

    uses io.bitfront.cache.GraphPreparer;
}
