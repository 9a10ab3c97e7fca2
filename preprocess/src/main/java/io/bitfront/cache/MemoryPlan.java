package io.bitfront.cache;

import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.Bytes;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.order.Ordering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Memory and disk a preprocessing will need at most, computed before it starts: beside what the process holds then.
/// Pages of the input and of the cache are counted although they can give way: without them everything would wait for
/// the disk.
///
/// @param stages bytes held at the most demanding moment of each stage
/// @param diskBytes size of the cache
record MemoryPlan(List<Stage> stages, long diskBytes) {
    /// What the virtual machine takes beside a graph of any size, from the begin of a job on: compiled code, the heap's
    /// first blocks; stacks and blocks of a thread.
    private static final long GROWTH = 64_000_000;

    private static final long GROWTH_PER_THREAD = 2_000_000;

    /// Most of the heap that short-lived blocks fill before they are collected: a part of the young generation that a
    /// virtual machine begins with, by the size of the machine, or what that grows to.
    private static final long MOST_YOUNG =
            Math.max(320_000_000, Runtime.getRuntime().maxMemory() / 128);

    /// Memory held while one stage runs.
    record Stage(String name, long bytes) {}

    /// @param inputBytes bytes of the input that are held or mapped while its edges are read
    /// @param elsewhere what prepares the graph; empty for the CPU
    static MemoryPlan of(
            GraphInput input, long inputBytes, PreprocessOptions options, Optional<GraphPreparer> elsewhere) {
        if (elsewhere.isEmpty()) {
            return of(input, inputBytes, options);
        }
        long file = sizes(input, options).file();
        long bytes = inputBytes + file + elsewhere.get().memoryNeeded(options);
        return new MemoryPlan(List.of(new Stage("GPU", withGarbage(bytes, options))), file);
    }

    /// In memory, where a device leaves the tiles out until they are asked for.
    static MemoryPlan inMemory(
            GraphInput input, long inputBytes, PreprocessOptions options, Optional<GraphPreparer> elsewhere) {
        MemoryPlan whole = of(input, inputBytes, options, elsewhere);
        if (elsewhere.isEmpty()) {
            return whole;
        }
        Stage stage = whole.stages.getFirst();
        long tiles = sizes(input, options).tiles();
        return new MemoryPlan(List.of(new Stage(stage.name, stage.bytes - tiles - tiles / 16)), whole.diskBytes);
    }

    /// Most bytes that tiles take.
    static long tileBytes(GraphInput input, PreprocessOptions options) {
        return sizes(input, options).tiles();
    }

    static MemoryPlan of(GraphInput input, long inputBytes, PreprocessOptions options) {
        Sizes sizes = sizes(input, options);
        long csc = Math.max(inputBytes + sizes.columnStarts(), sizes.csc()) + sizes.cscWork();
        return new MemoryPlan(
                List.of(
                        new Stage("CSC", withGarbage(csc, options)),
                        new Stage(
                                "order",
                                withGarbage(sizes.raw() + Math.max(sizes.orderWork(), sizes.renumbered()), options)),
                        new Stage("BVSS", withGarbage(sizes.file() + sizes.packWork(), options))),
                sizes.file());
    }

    /// What a stage holds and what the virtual machine takes beside it: blocks of its loops lie on the heap
    /// until they are collected, and it keeps that memory. Measured on 10 to 30 million vertices with one edge in
    /// five orderings, on up to 16 threads.
    private static long withGarbage(long bytes, PreprocessOptions options) {
        return GROWTH
                + options.threads() * GROWTH_PER_THREAD
                + bytes
                + Math.min(MOST_YOUNG, bytes / 4 * 5)
                + bytes / 16;
    }

    private static Sizes sizes(GraphInput input, PreprocessOptions options) {
        return new Sizes(
                input.edges().vertexCount(),
                Math.multiplyExact(input.edges().mostEdges(), input.symmetrise() ? 2L : 1L),
                input.directed(),
                input.ids() instanceof VertexIds.Table,
                BvssShape.nameBytes(input.ids()),
                options);
    }

    /// Bytes held at the most demanding moment of all.
    long peakBytes() {
        return stages.stream().mapToLong(Stage::bytes).max().orElseThrow();
    }

    /// Refuses what cannot fit.
    ///
    /// @param job what needs it, in the message
    /// @throws ResourceException in one line, naming what is needed and what there is
    void check(String job, long availableMemory, long freeDisk) {
        checkMemory(job, peakBytes(), availableMemory);
        if (diskBytes > freeDisk) {
            throw new ResourceException("%s: needs up to %s of disk, %s are free"
                    .formatted(job, Bytes.text(diskBytes), Bytes.text(freeDisk)));
        }
    }

    static void checkMemory(String job, long needed, long available) {
        if (needed > available) {
            throw new ResourceException("%s: needs up to %s of memory, %s are available"
                    .formatted(job, Bytes.text(needed), Bytes.text(available)));
        }
    }

    /// Free bytes where a file is to be written, [Long#MAX_VALUE] where the system does not tell.
    static long freeDisk(Path file) {
        try {
            return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private record Sizes(
            int vertexCount,
            long edgeCount,
            boolean directed,
            boolean idTable,
            long nameBytes,
            PreprocessOptions options) {
        private int sides() {
            return directed ? 2 : 1;
        }

        /// All of a CSC that is touched before the input has been closed.
        long columnStarts() {
            return (vertexCount + 1L) * LongArray.BYTES;
        }

        long csc() {
            return columnStarts() + edgeCount * IntArray.BYTES;
        }

        long raw() {
            return sides() * csc();
        }

        long cscWork() {
            return CscBuilder.workBytes(edgeCount, options.threads());
        }

        /// The ordering's own memory and its result, or the transposition before it.
        long orderWork() {
            long work = options.ordering().candidates().stream()
                    .map(kind -> kind.with(options.orderingOptions()))
                    .mapToLong(this::work)
                    .max()
                    .orElse(0);
            return Math.max(work, directed ? cscWork() : 0);
        }

        private long work(Ordering ordering) {
            return ordering.workBytes(vertexCount, edgeCount, directed, options.threads())
                    + 4L * vertexCount * IntArray.BYTES;
        }

        /// Permutation, ids or names, and one renumbered side beside the raw ones.
        long renumbered() {
            return vertexCount * (2L * IntArray.BYTES + LongArray.BYTES) + nameBytes + csc();
        }

        long file() {
            return BvssShape.mostBytes(vertexCount, edgeCount, directed, idTable, nameBytes);
        }

        long tiles() {
            long vss = Math.min(BvssPacker.mostVss(vertexCount, edgeCount), Integer.MAX_VALUE);
            return BvssShape.tileBytes(vertexCount, (int) vss);
        }

        long packWork() {
            return BvssPacker.workBytes(vertexCount, options.threads()) + (long) vertexCount * IntArray.BYTES;
        }
    }
}
