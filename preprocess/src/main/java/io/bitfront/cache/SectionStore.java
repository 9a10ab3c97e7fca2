package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Where the arrays of a graph under construction live: in memory, or in the file they are kept in.
/// Sections are asked for in their order, each once, and come zeroed.
@FunctionalInterface
public interface SectionStore {
    MemorySegment allocate(BvssSection section, long bytes);

    /// This store for whoever calls [#claim] or [#map] before storing to a part of a [BvssSection#large]
    /// section: taking the space of all of it here would keep all other cores waiting.
    default SectionStore claimed() {
        return this;
    }

    /// Takes what bytes `begin` up to `end`, exclusive, of a section need, and perhaps more. Any thread; needless for a
    /// store that is not [#claimed].
    default void claim(BvssSection section, long begin, long end) {}

    /// The same as [#claim], of any section, by mapping its pages: for whoever has all threads store and
    /// compute nothing.
    ///
    /// @return whether they were mapped
    default boolean map(BvssSection section, long begin, long end) {
        return false;
    }

    /// Whether tiles are to be stored, too; else [Graph] packs them when they are asked for.
    default boolean keepsTiles() {
        return true;
    }

    /// A store in memory, freed when `arena` closes, for whoever may never ask for tiles: they are more than half of a
    /// graph.
    static SectionStore withoutTiles(Arena arena) {
        SectionStore store = inMemory(arena);
        return new SectionStore() {
            @Override
            public MemorySegment allocate(BvssSection section, long bytes) {
                return store.allocate(section, bytes);
            }

            @Override
            public boolean keepsTiles() {
                return false;
            }
        };
    }

    /// A store in memory that is freed when `arena` closes.
    static SectionStore inMemory(Arena arena) {
        return (section, bytes) -> OffHeap.allocate(arena, bytes, section.word());
    }

    /// The ids of an input, in memory that stays when the input is closed.
    default VertexIds ids(VertexIds ids) {
        if (ids instanceof VertexIds.Table table) {
            LongArray copy = longs(BvssSection.IDS, table.ascending().length());
            copy.segment().copyFrom(table.ascending().segment());
            return new VertexIds.Table(copy);
        }
        if (ids instanceof VertexIds.Names names) {
            LongArray starts = longs(BvssSection.NAME_STARTS, names.starts().length());
            starts.segment().copyFrom(names.starts().segment());
            MemorySegment text = allocate(BvssSection.NAMES, names.text().byteSize());
            text.copyFrom(names.text());
            return new VertexIds.Names(starts, text);
        }
        return ids;
    }

    default IntArray ints(BvssSection section, long length) {
        return IntArray.of(allocate(section, length * IntArray.BYTES));
    }

    default LongArray longs(BvssSection section, long length) {
        return LongArray.of(allocate(section, length * LongArray.BYTES));
    }

    default Permutation permutation(int vertexCount) {
        return new Permutation(ints(BvssSection.NEW_ID_OF, vertexCount), ints(BvssSection.OLD_ID_OF, vertexCount));
    }

    default Csc out(int vertexCount, long edgeCount) {
        return new Csc(
                longs(BvssSection.OUT_COLUMN_START, vertexCount + 1L), ints(BvssSection.OUT_ROW_INDEX, edgeCount));
    }

    default Csc in(int vertexCount, long edgeCount) {
        return new Csc(longs(BvssSection.IN_COLUMN_START, vertexCount + 1L), ints(BvssSection.IN_ROW_INDEX, edgeCount));
    }

    default Bvss bvss(int vertexCount, int vssCount) {
        return new Bvss(
                ints(BvssSection.REAL_PTRS, BvssPacker.sliceSetCount(vertexCount) + 1L),
                ints(BvssSection.VIRTUAL_TO_REAL, vssCount),
                ints(BvssSection.ROW_IDS, (long) vssCount * Bvss.TAU),
                ints(BvssSection.TILE_MASKS, (long) vssCount * Bvss.LANES));
    }
}
