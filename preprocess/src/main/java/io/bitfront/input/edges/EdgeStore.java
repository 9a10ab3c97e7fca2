package io.bitfront.input.edges;

import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Off-heap memory for edges, in slabs that each one worker fills; what of a slab stays unused is never touched
/// and costs nothing. Owns the memory of every [EdgeBlock] until [#close].
public final class EdgeStore implements AutoCloseable {
    private final long slabBytes;
    private final List<Slab> slabs = new ArrayList<>();

    public EdgeStore(long slabBytes) {
        this.slabBytes = slabBytes;
    }

    /// A writer for one worker.
    public Writer writer() {
        return new Writer();
    }

    /// The slabs that hold 8-byte ids.
    synchronized List<Slab> wideSlabs() {
        return slabs.stream().filter(slab -> slab.wide).toList();
    }

    private synchronized Slab newSlab(long bytes, boolean wide) {
        Slab slab = new Slab(Math.max(bytes, slabBytes), wide);
        slabs.add(slab);
        return slab;
    }

    private synchronized void remove(Slab slab) {
        slabs.remove(slab);
        slab.arena.close();
    }

    @Override
    public synchronized void close() {
        slabs.forEach(slab -> slab.arena.close());
        slabs.clear();
    }

    /// One allocation.
    final class Slab {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment memory;
        private final boolean wide;
        private final List<ParsedChunk> chunks = new ArrayList<>();
        private long used;

        private Slab(long bytes, boolean wide) {
            this.wide = wide;
            try {
                memory = OffHeap.allocate(arena, bytes, "edges read");
            } catch (Throwable t) {
                arena.close();
                throw t;
            }
        }

        /// The chunks whose edges lie here.
        List<ParsedChunk> chunks() {
            return chunks;
        }

        /// Gives the memory back; no block in it may be used any more.
        void free() {
            remove(this);
        }
    }

    /// Fills slabs on behalf of one worker.
    public final class Writer {
        private Slab narrow;
        private Slab wide;

        /// Stores the first `count` edges and hands them to the chunk that results.
        public ParsedChunk write(int chunk, EdgeBatch parsed) {
            int count = parsed.count;
            boolean isWide = parsed.allIds > Integer.MAX_VALUE;
            Slab slab = room(EdgeBlock.bytes(count, isWide), isWide);
            EdgeBlock block = take(slab, count);
            if (isWide) {
                MemorySegment.copy(parsed.sources, 0, block.memory(), ValueLayout.JAVA_LONG, 0, count);
                long half = (long) count * Long.BYTES;
                MemorySegment.copy(parsed.targets, 0, block.memory(), ValueLayout.JAVA_LONG, half, count);
            } else {
                narrow(parsed.sources, block.memory(), 0, count);
                narrow(parsed.targets, block.memory(), count, count);
            }
            ParsedChunk written =
                    new ParsedChunk(chunk, parsed.lines, parsed.rows, parsed.allIds, parsed.defect, block);
            slab.chunks.add(written);
            return written;
        }

        /// A block for as many edges in 4-byte numbers.
        EdgeBlock narrowBlock(int count) {
            return take(room(EdgeBlock.bytes(count, false), false), count);
        }

        private static void narrow(long[] ids, MemorySegment into, long at, int count) {
            for (int i = 0; i < count; i++) {
                into.setAtIndex(ValueLayout.JAVA_INT, at + i, (int) ids[i]);
            }
        }

        private Slab room(long bytes, boolean isWide) {
            Slab slab = isWide ? wide : narrow;
            if (slab == null || slab.used + bytes > slab.memory.byteSize()) {
                slab = newSlab(bytes, isWide);
                if (isWide) {
                    wide = slab;
                } else {
                    narrow = slab;
                }
            }
            return slab;
        }

        private static EdgeBlock take(Slab slab, int count) {
            long bytes = EdgeBlock.bytes(count, slab.wide);
            EdgeBlock block = new EdgeBlock(slab.memory.asSlice(slab.used, bytes), count, slab.wide);
            slab.used += bytes;
            return block;
        }
    }
}
