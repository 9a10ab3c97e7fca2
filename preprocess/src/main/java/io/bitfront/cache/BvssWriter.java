package io.bitfront.cache;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.GrowingPart;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/// A `.bvss` file being made. Its sections are mapped, so that whoever computes them stores them where they
/// stay: the graph is never in memory twice. Disk space is taken before a section is mapped or, by [#claimed], before a
/// part of it is stored to, which therefore cannot fail. Owned by one thread; [#close] without [#finish] leaves nothing
/// behind.
final class BvssWriter implements SectionStore, AutoCloseable {
    private final AtomicFile file;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] sections = new MemorySegment[BvssSection.values().length];
    private BvssSection last;
    private long size = BvssShape.PAGE;

    /// @throws io.bitfront.file.FileException where no file can be made there
    BvssWriter(Path target) {
        this.file = AtomicFile.create(target);
    }

    /// What [AtomicFile#takeAhead] does.
    void takeAhead(long bytes) {
        file.takeAhead(bytes);
    }

    /// Owns the sections' mappings; closed by [#close].
    Arena arena() {
        return arena;
    }

    @Override
    public MemorySegment allocate(BvssSection section, long bytes) {
        long position = next(section, bytes);
        return kept(section, bytes == 0 ? MemorySegment.NULL : file.map(position, bytes, arena));
    }

    /// Where a section goes.
    private long next(BvssSection section, long bytes) {
        if (last != null && section.compareTo(last) <= 0) {
            throw new IllegalStateException("section %s asked for after %s".formatted(section, last));
        }
        last = section;
        long position = size;
        size += BvssShape.aligned(bytes);
        return position;
    }

    private MemorySegment kept(BvssSection section, MemorySegment segment) {
        sections[section.ordinal()] = segment;
        return segment;
    }

    @Override
    public SectionStore claimed() {
        return new Claimed();
    }

    private final class Claimed implements SectionStore {
        private final GrowingPart[] growing = new GrowingPart[sections.length];

        @Override
        public MemorySegment allocate(BvssSection section, long bytes) {
            if (!section.large() || bytes == 0) {
                return BvssWriter.this.allocate(section, bytes);
            }
            GrowingPart part = file.mapGrowing(next(section, bytes), bytes, arena);
            growing[section.ordinal()] = part;
            return kept(section, part.memory());
        }

        @Override
        public void claim(BvssSection section, long begin, long end) {
            if (begin < end) {
                growing[section.ordinal()].grow(end);
            }
        }

        @Override
        public boolean map(BvssSection section, long begin, long end) {
            GrowingPart part = growing[section.ordinal()];
            return part != null && part.map(begin, end);
        }
    }

    /// Sums the sections, writes the header and gives the file its name.
    ///
    /// @param graph built from the sections allocated here
    /// @param last run before the file has its name; where it fails, what was there stays
    /// @return size of the file
    long finish(Graph graph, CacheKey key, Runnable last, Workers workers, Progress progress) {
        byte[] statistics = StatisticsJson.write(graph.statistics());
        allocate(BvssSection.STATISTICS, statistics.length).copyFrom(MemorySegment.ofArray(statistics));
        int[] crcs = new int[sections.length];
        long written = Stream.of(sections)
                .filter(Objects::nonNull)
                .mapToLong(MemorySegment::byteSize)
                .sum();
        try (Progress.Phase phase = progress.start("write", written, "byte")) {
            for (BvssSection section : BvssSection.values()) {
                MemorySegment bytes = sections[section.ordinal()];
                if (bytes != null) {
                    crcs[section.ordinal()] = Crc32c.of(bytes, workers, phase);
                    workers.forRange(
                            0,
                            bytes.byteSize(),
                            Crc32c.PIECE,
                            (worker, begin, end) -> OffHeap.forget(bytes, begin, end - begin));
                }
            }
            long firstId = graph.ids() instanceof VertexIds.Range range ? range.first() : 0;
            BvssShape shape = BvssShape.of(graph, statistics.length);
            file.reserve(shape.fileBytes());
            file.writeAt(0, new BvssHeader(shape, key, firstId, graph.ordering(), crcs).encode());
            last.run();
            file.commit();
        }
        return size;
    }

    /// Copies the sections of a graph that was built elsewhere.
    void copy(Graph graph, Workers workers) {
        for (BvssSection section : BvssSection.values()) {
            MemorySegment from = bytesOf(graph, section);
            if (from != null) {
                MemorySegment to = allocate(section, from.byteSize());
                workers.forRange(
                        0,
                        from.byteSize(),
                        Crc32c.PIECE,
                        (worker, begin, end) -> MemorySegment.copy(from, begin, to, begin, end - begin));
            }
        }
    }

    private static MemorySegment bytesOf(Graph graph, BvssSection section) {
        return switch (section) {
            case NEW_ID_OF -> graph.permutation().newIdOf().segment();
            case OLD_ID_OF -> graph.permutation().oldIdOf().segment();
            case IDS ->
                graph.ids() instanceof VertexIds.Table table ? table.ascending().segment() : null;
            case NAME_STARTS ->
                graph.ids() instanceof VertexIds.Names names ? names.starts().segment() : null;
            case NAMES -> graph.ids() instanceof VertexIds.Names names ? names.text() : null;
            case OUT_COLUMN_START -> graph.out().columnStart().segment();
            case OUT_ROW_INDEX -> graph.out().rowIndex().segment();
            case IN_COLUMN_START -> graph.directed() ? graph.in().columnStart().segment() : null;
            case IN_ROW_INDEX -> graph.directed() ? graph.in().rowIndex().segment() : null;
            case HUBS -> graph.hubs().segment();
            case REAL_PTRS -> graph.bvss().realPtrs().segment();
            case VIRTUAL_TO_REAL -> graph.bvss().virtualToReal().segment();
            case ROW_IDS -> graph.bvss().rowIds().segment();
            case TILE_MASKS -> graph.bvss().tileMasks().segment();
            case STATISTICS -> null;
        };
    }

    /// Unmaps the sections; deletes the file unless it was finished.
    @Override
    public void close() {
        arena.close();
        file.close();
    }
}
