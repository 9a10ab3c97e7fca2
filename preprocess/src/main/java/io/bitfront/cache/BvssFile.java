package io.bitfront.cache;

import io.bitfront.file.FileException;
import io.bitfront.file.FileState;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A `.bvss` file: one prepared [Graph], laid out to be mapped and uploaded unparsed. Little-endian; sections
/// start on 4,096-byte boundaries; gaps are zero. Nothing in it depends on time, machine or number of
/// threads.
///
/// | offset | type | field | meaning |
/// |-------:|------|-------|---------|
/// | 0 | u8[8] | magic | `BVSSFILE` |
/// | 8 | u32 | version | 2 where vertices have names, else 1 |
/// | 12 | u32 | byte-order mark | 0x01020304 |
/// | 16 | u64 | file bytes | size of the whole file |
/// | 24 | u32 | flags | bit 0: directed, bit 1: original ids are a table, bit 2: vertices have names |
/// | 28 | u32 | vertices | n, less than 2³¹ |
/// | 32 | u64 | edges | m, directed; an undirected edge counts twice |
/// | 40 | u32 | VSSs | virtual slice sets v, less than 2³¹ |
/// | 44 | u32 | sections | 15 where vertices have names, else 13 |
/// | 48 | i64 | first id | id of input index 0 where ids are a range, else 0 |
/// | 56 | u8[8] | | zero |
/// | 64 | u8[32] | input hash | key: SHA-256 over the SHA-256 of each 8 MB of the input file |
/// | 96 | u8[32] | ordering | name of the ordering applied, UTF-8, zero-padded |
/// | 128 | u8[384] | options | key: the options as `name=value` words, UTF-8, zero-padded |
/// | 512 | sections x 24 | section table | per section u64 offset, u64 bytes, u32 CRC-32C, u32 zero; offset 0 where
/// empty |
/// | 824 or 872 | | | zero |
/// | 4092 | u32 | header sum | CRC-32C of bytes 0 to 4091 |
///
/// Sections follow each other in this order, each at the first page after the one before it. Old = input
/// index, the rank by ascending id; new = vertex, the ordering applied; S = ⌈n/8⌉ slice sets.
///
/// | section | type | meaning |
/// |---------|------|---------|
/// | newIdOf, oldIdOf | `u32[n]` each | the permutation both ways |
/// | ids | `i64[n]` | original ids, ascending; empty where they are a range |
/// | name.starts | `i64[n+1]` | name of input index i is bytes `starts[i] .. starts[i+1]` of names; only with names |
/// | names | `u8[]` | UTF-8, distinct, ascending by bytes, no control characters; ids are then 0..n-1; only with names
/// |
/// | out.columnStart | `i64[n+1]` | CSC of A = Gᵀ: out-neighbours of v are rows `columnStart[v] .. columnStart[v+1]`
/// |
/// | out.rowIndex | `u32[m]` | ascending within a column |
/// | in.columnStart, in.rowIndex | as `out` | in-neighbours; empty where the graph is undirected |
/// | hubs | `i32[n]` | in-neighbour of largest in-degree, ties to the smallest; -1 for none |
/// | realPtrs | `u32[S+1]` | VSSs of slice set s are `realPtrs[s] .. realPtrs[s+1]` |
/// | virtualToReal | `u32[v]` | slice set of a VSS |
/// | rowIds | `u32[128 v]` | rows of the slices, lane l's four at `128 v + 4 l` |
/// | tileMasks | `u32[32 v]` | masks of the slices, lane l's four in word `32 v + l`, the first in the lowest byte |
/// | statistics | JSON | one flat object: the fields of [GraphStatistics] in their order |
///
/// The oldest files of undirected graphs count duplicates by direction (`EdgeCounts.ofUndirected`).
///
/// A reader refuses a file whose header sum, sizes or section table are wrong. The sections' own sums, and
/// every bound without which a traversal could read outside an array, are checked at the first opening of
/// each state of a file ([CacheCheck]); that the sections say the same of the graph is checked by [#verify]
/// only.
public final class BvssFile {
    /// The newest format version this class reads; it reads all from 1 on.
    public static final int VERSION = 2;

    /// The version of a file whose vertices have no names; written where that is so, as older programs read it.
    static final int UNNAMED_VERSION = 1;

    /// Bytes of the header.
    public static final int HEADER_BYTES = BvssHeader.BYTES;

    private BvssFile() {}

    /// Maps a cache. The first time a user opens it in this state (size, times, inode), all of it is checked
    /// before it is believed, on all cores; after that nothing but its header and statistics is read.
    ///
    /// @throws CacheFormatException in one line, where the file cannot be used
    /// @throws FileException where it cannot be read
    public static Graph open(Path file) {
        return open(file, Runtime.getRuntime().availableProcessors(), Progress.NONE);
    }

    /// As [#open(Path)].
    ///
    /// @param threads that check
    public static Graph open(Path file, int threads, Progress progress) {
        return open(file, new Trust(true, threads, progress, CheckedCaches.ofThisUser()));
    }

    /// As [#open(Path)], of a copy for the CPU, which may have holes where only GPUs read.
    public static Graph openLists(Path file) {
        int threads = Runtime.getRuntime().availableProcessors();
        return open(file, new Trust(false, threads, Progress.NONE, CheckedCaches.ofThisUser()));
    }

    /// How a cache comes to be believed.
    ///
    /// @param tiles whether it has what only GPUs read
    /// @param threads that check
    record Trust(boolean tiles, int threads, Progress progress, CheckedCaches checked) {}

    static Graph open(Path file, Trust trust) {
        FileState state = state(file);
        Arena arena = Arena.ofShared();
        try {
            Mapped mapped = map(file, arena);
            if (!trust.checked.knows(file, state, trust.tiles)) {
                try (Workers workers = new Workers(trust.threads)) {
                    CacheCheck.require(mapped, trust.tiles, workers, trust.progress);
                }
                requireSame(file, state);
                trust.checked.remember(file, state, trust.tiles);
            } else {
                requireSame(file, state); // what is mapped is what is known
            }
            return mapped.graph(arena, state);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// Maps a cache that this process has just written, or that a test has damaged: nothing is checked.
    static Graph openUnchecked(Path file) {
        Arena arena = Arena.ofShared();
        try {
            return map(file, arena).graph(arena, state(file));
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    private static void requireSame(Path file, FileState state) {
        if (!state(file).equals(state)) {
            throw new FileException("open %s: it changed while it was being checked".formatted(file));
        }
    }

    private static FileState state(Path file) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new FileException("open %s: it is not a regular file".formatted(file));
            }
            return FileState.of(file);
        } catch (IOException e) {
            throw FileException.of("open", file, e);
        }
    }

    static Mapped map(Path file, Arena arena) {
        try (FileChannel channel = FileChannel.open(file)) {
            BvssHeader header = header(file, channel);
            MemorySegment bytes = OffHeap.view(
                    channel.map(MapMode.READ_ONLY, 0, header.shape().fileBytes(), arena), arena);
            return new Mapped(file, header, bytes);
        } catch (IOException e) {
            throw FileException.of("open", file, e);
        }
    }

    /// What a cache was built from.
    ///
    /// @throws CacheFormatException in one line, where the file cannot be used
    /// @throws FileException where it cannot be read
    public static CacheKey key(Path file) {
        return header(file).key();
    }

    /// What the header says of the graph.
    ///
    /// @throws CacheFormatException in one line, where the file cannot be used
    /// @throws FileException where it cannot be read
    public static CacheFacts facts(Path file) {
        return header(file).facts();
    }

    /// What the header of a file elsewhere says of its graph.
    ///
    /// @param name what messages call the file
    /// @param start its first [#HEADER_BYTES] bytes, or all of it where it is shorter
    /// @param fileBytes its size
    /// @throws CacheFormatException in one line, where the file cannot be used
    public static CacheFacts facts(Path name, ByteBuffer start, long fileBytes) {
        return BvssHeader.decode(name, start, fileBytes).facts();
    }

    static BvssHeader header(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            return header(file, channel);
        } catch (IOException e) {
            throw FileException.of("open", file, e);
        }
    }

    private static BvssHeader header(Path file, FileChannel channel) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(BvssHeader.BYTES);
        while (start.hasRemaining() && channel.read(start, start.position()) > 0) {}
        return BvssHeader.decode(file, start.flip(), channel.size());
    }

    /// Checks every checksum and every structural invariant of a cache.
    ///
    /// @throws CacheFormatException in one line, where the file cannot even be opened
    /// @throws FileException where it cannot be read
    public static List<Check> verify(Path file, Workers workers, Progress progress) {
        try (Arena arena = Arena.ofShared()) {
            FileState state = state(file);
            Mapped mapped = map(file, arena);
            return new BvssVerifier(mapped, mapped.graph(arena, state), workers, progress).run();
        }
    }

    /// The stretches of a file elsewhere that a copy of it needs; what lies between them may be a hole.
    ///
    /// @param name what messages call the file
    /// @param start its first [#HEADER_BYTES] bytes
    /// @param fileBytes its size
    /// @param tiles whether the copy is for a GPU too: the CPU reads none
    /// @throws CacheFormatException in one line, where the file cannot be used
    public static List<Stretch> stretches(Path name, ByteBuffer start, long fileBytes, boolean tiles) {
        BvssShape shape = BvssHeader.decode(name, start, fileBytes).shape();
        List<Stretch> needed = new ArrayList<>();
        needed.add(new Stretch(0, HEADER_BYTES));
        for (BvssSection section : sections(tiles)) {
            long begin = shape.offset(section);
            needed.add(new Stretch(begin, begin + BvssShape.aligned(shape.bytes(section))));
        }
        return needed;
    }

    private static List<BvssSection> sections(boolean tiles) {
        return Stream.of(BvssSection.values())
                .filter(section -> tiles || !section.ofTiles())
                .toList();
    }

    /// Bytes `begin` up to `end` of a file.
    public record Stretch(long begin, long end) {}

    /// Checks every checksum of a cache, but not what [#verify] checks beyond them: enough for a copy.
    ///
    /// @param tiles whether the copy has them, as in [#stretches]
    /// @throws CacheFormatException in one line, where one is wrong or the file cannot be opened
    /// @throws FileException where it cannot be read
    public static void requireIntact(Path file, boolean tiles, Workers workers, Progress progress) {
        try (Arena arena = Arena.ofShared()) {
            Mapped mapped = map(file, arena);
            for (Check check : BvssVerifier.checksums(mapped, sections(tiles), workers, progress)) {
                if (!check.passed()) {
                    throw BvssHeader.corrupt(file, "%s %s".formatted(check.name(), check.problem()));
                }
            }
        }
    }

    /// One thing [#verify] looked at.
    ///
    /// @param problem null if all is well, else what is wrong, in one line
    public record Check(String name, String problem) {
        public boolean passed() {
            return problem == null;
        }
    }

    /// A mapped file and what its header says.
    record Mapped(Path file, BvssHeader header, MemorySegment bytes) {
        MemorySegment section(BvssSection section) {
            return bytes.asSlice(header.shape().offset(section), header.shape().bytes(section));
        }

        IntArray ints(BvssSection section) {
            return IntArray.of(section(section));
        }

        LongArray longs(BvssSection section) {
            return LongArray.of(section(section));
        }

        Graph graph(Arena arena, FileState state) {
            BvssShape shape = header.shape();
            Csc out = new Csc(longs(BvssSection.OUT_COLUMN_START), ints(BvssSection.OUT_ROW_INDEX));
            Csc in = shape.directed()
                    ? new Csc(longs(BvssSection.IN_COLUMN_START), ints(BvssSection.IN_ROW_INDEX))
                    : out;
            VertexIds ids = shape.idTable()
                    ? new VertexIds.Table(longs(BvssSection.IDS))
                    : shape.named()
                            ? new VertexIds.Names(longs(BvssSection.NAME_STARTS), section(BvssSection.NAMES))
                            : new VertexIds.Range(header.firstId(), shape.vertexCount());
            Bvss bvss = new Bvss(
                    ints(BvssSection.REAL_PTRS),
                    ints(BvssSection.VIRTUAL_TO_REAL),
                    ints(BvssSection.ROW_IDS),
                    ints(BvssSection.TILE_MASKS));
            return new Graph(
                    arena,
                    out,
                    in,
                    new Permutation(ints(BvssSection.NEW_ID_OF), ints(BvssSection.OLD_ID_OF)),
                    ids,
                    bvss,
                    ints(BvssSection.HUBS),
                    header.ordering(),
                    statistics(),
                    new Graph.Origin(file, header.facts().checksum(), state));
        }

        GraphStatistics statistics() {
            try {
                GraphStatistics kept =
                        StatisticsJson.read(section(BvssSection.STATISTICS).toArray(ValueLayout.JAVA_BYTE));
                return header.shape().directed()
                        ? kept
                        : kept.withEdges(
                                kept.edges().ofUndirected(header.shape().edgeCount()));
            } catch (IllegalArgumentException e) {
                throw BvssHeader.corrupt(file, e.getMessage());
            }
        }
    }
}
