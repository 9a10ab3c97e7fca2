package io.bitfront.input.webgraph;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// Decodes the successor lists of a BVGraph (Boldi and Vigna, "The WebGraph Framework I", WWW 2004): a list copies
/// blocks of one of the `window` lists before it, and adds intervals and single successors. Keeps the last lists
/// decoded. One thread.
final class WebGraphLists {
    /// Successors in memory at once, beyond the first.
    private static final long MOST_KEPT_A_BYTE = 16;

    private static final long FEW_KEPT = 1 << 26;

    private final WebGraphProperties properties;
    private final BitReader bits;
    /// Where the list of a vertex begins.
    private final LongUnaryOperator offsets;
    private final Codes codes;
    /// By vertex modulo their number: the lists decoded last.
    private final Kept[] kept;

    private final long mostKept;
    private long keptSuccessors;

    private int[] blocks = new int[16];
    private int[] copied = new int[16];
    private int copiedCount;
    private int[] extra = new int[16];
    private int[] starts = new int[16];
    private int[] lengths = new int[16];

    /// A list in memory.
    static final class Kept {
        private int vertex = -1;
        private int[] list = new int[16];
        private int length;

        int[] list() {
            return list;
        }

        int length() {
            return length;
        }
    }

    @FunctionalInterface
    private interface Code {
        long read();
    }

    private record Codes(Code outdegree, Code reference, Code blockCount, Code block, Code residual) {
        static Codes of(WebGraphProperties properties, BitReader bits) {
            return new Codes(
                    code(properties, bits, "OUTDEGREES", bits::gamma),
                    code(properties, bits, "REFERENCES", bits::unary),
                    code(properties, bits, "BLOCK_COUNT", bits::gamma),
                    code(properties, bits, "BLOCKS", bits::gamma),
                    code(properties, bits, "RESIDUALS", () -> bits.zeta(properties.zetaK())));
        }

        private static Code code(WebGraphProperties properties, BitReader bits, String what, Code usual) {
            if (properties.flags().contains(what + "_GAMMA")) {
                return bits::gamma;
            }
            if (properties.flags().contains(what + "_DELTA")) {
                return bits::delta;
            }
            if (properties.flags().contains(what + "_UNARY")) {
                return bits::unary;
            }
            return properties.flags().contains(what + "_NIBBLE") ? bits::nibble : usual;
        }
    }

    /// @param offsets by vertex, in bits
    WebGraphLists(WebGraphProperties properties, MemorySegment data, LongUnaryOperator offsets) {
        this.properties = properties;
        this.bits = new BitReader(data);
        this.offsets = offsets;
        this.codes = Codes.of(properties, bits);
        this.mostKept = FEW_KEPT + MOST_KEPT_A_BYTE * data.byteSize();
        this.kept = new Kept[properties.window() + 1];
        Arrays.setAll(kept, i -> new Kept());
    }

    /// The successors of a vertex, ascending, until the next call.
    ///
    /// @throws BitReader.BrokenCodeException saying what is wrong with it
    Kept of(int vertex) {
        return decode(vertex, 0);
    }

    /// Where the list after the one decoded last begins, in bits.
    long position() {
        return bits.position();
    }

    private Kept decode(int vertex, int depth) {
        Kept found = kept[vertex % kept.length];
        if (found.vertex == vertex) {
            return found;
        }
        if (!properties.sequentialOnly() && depth > properties.mostReferences()) {
            throw broken("copies of copies go deeper than the %d allowed", properties.mostReferences());
        }
        bits.position(offsets.applyAsLong(vertex));
        int degree = count(codes.outdegree.read(), properties.vertices());
        int reference = 0;
        if (degree > 0 && properties.window() > 0) {
            reference = count(codes.reference.read(), Math.min(properties.window(), vertex));
        }
        int blockCount = reference > 0 ? readBlocks() : 0;
        long behind = bits.position();
        copiedCount = 0;
        if (reference > 0) {
            Kept other = decode(vertex - reference, depth + 1, blockCount);
            bits.position(behind);
            copy(other, blockCount);
        }
        int extraCount = degree - copiedCount;
        if (extraCount < 0) {
            throw broken("%d successors are copied, more than there are", copiedCount);
        }
        readExtra(vertex, extraCount);
        requireWithin(vertex);
        keepWithinBounds(found, degree);
        merge(found.list, degree);
        found.vertex = vertex;
        found.length = degree;
        return found;
    }

    /// A list ends where the next begins, where that is known: no list is read through again and again as part of
    /// others.
    private void requireWithin(int vertex) {
        long next = offsets.applyAsLong(vertex + 1);
        if (bits.overrun() || next > 0 && bits.position() > next) {
            throw broken("the data ends within a list");
        }
    }

    /// Memory for a list, of which all in memory may hold so many successors.
    private void keepWithinBounds(Kept found, int degree) {
        if (found.list.length < degree) {
            keptSuccessors += 2L * degree - found.list.length;
            if (keptSuccessors > mostKept) {
                throw broken("it and the %d before it hold more than %d successors", kept.length - 1, mostKept);
            }
            found.list = grown(found.list, degree);
        }
    }

    /// Decodes another list while the blocks of the one at hand are kept.
    private Kept decode(int vertex, int depth, int blockCount) {
        if (kept[vertex % kept.length].vertex == vertex) {
            return kept[vertex % kept.length];
        }
        int[] mine = Arrays.copyOf(blocks, blockCount);
        Kept other = decode(vertex, depth);
        System.arraycopy(mine, 0, blocks, 0, blockCount);
        copiedCount = 0;
        return other;
    }

    private int readBlocks() {
        int count = count(codes.blockCount.read(), properties.vertices());
        requireBits(count);
        blocks = grown(blocks, count);
        for (int i = 0; i < count; i++) {
            blocks[i] = count(codes.block.read() + (i == 0 ? 0 : 1), properties.vertices());
            if (bits.overrun()) {
                throw broken("the data ends within a list");
            }
        }
        return count;
    }

    /// Blocks are copied and passed over by turns; what follows the last is copied if that is its turn.
    private void copy(Kept other, int blockCount) {
        copied = grown(copied, other.length);
        long at = 0;
        for (int i = 0; i <= blockCount; i++) {
            long length = i < blockCount ? blocks[i] : other.length - at;
            if (length < 0 || at + length > other.length) {
                throw broken("a block ends behind the %d successors it is copied from", other.length);
            }
            if (i % 2 == 0) {
                System.arraycopy(other.list, (int) at, copied, copiedCount, (int) length);
                copiedCount += (int) length;
            }
            at += length;
        }
    }

    /// Reads intervals and residuals, and merges them into `extra`.
    private void readExtra(int vertex, int count) {
        if (count == 0) {
            return;
        }
        int intervals = properties.leastInterval() == 0 ? 0 : count(bits.gamma(), count);
        requireBits(intervals);
        starts = grown(starts, intervals);
        lengths = grown(lengths, intervals);
        int left = count;
        long previous = vertex;
        for (int i = 0; i < intervals; i++) {
            long gap = bits.gamma();
            previous = successor(i == 0 ? vertex + signed(gap) : previous + gap + 1);
            starts[i] = (int) previous;
            lengths[i] = count(bits.gamma() + properties.leastInterval(), left);
            left -= lengths[i];
            previous += lengths[i];
            successor(previous - 1);
        }
        requireBits(left);
        extra = grown(extra, count);
        fillExtra(vertex, intervals, left);
    }

    /// Each number takes a bit at least: no memory is taken for numbers that cannot be there.
    private void requireBits(int numbers) {
        if (numbers > bits.left()) {
            throw broken("the data ends within a list");
        }
    }

    private void fillExtra(int vertex, int intervals, int residuals) {
        int at = 0;
        int interval = 0;
        long residual = 0;
        for (int i = 0; i < residuals; i++) {
            long gap = codes.residual.read();
            residual = successor(i == 0 ? vertex + signed(gap) : residual + gap + 1);
            while (interval < intervals && starts[interval] < residual) {
                at = expand(interval++, at);
            }
            extra[at++] = (int) residual;
        }
        while (interval < intervals) {
            at = expand(interval++, at);
        }
    }

    private int expand(int interval, int at) {
        for (int i = 0; i < lengths[interval]; i++) {
            extra[at + i] = starts[interval] + i;
        }
        return at + lengths[interval];
    }

    private void merge(int[] into, int degree) {
        int extraCount = degree - copiedCount;
        int a = 0;
        int b = 0;
        int last = -1;
        for (int i = 0; i < degree; i++) {
            boolean fromCopied = b == extraCount || (a < copiedCount && copied[a] < extra[b]);
            int next = fromCopied ? copied[a++] : extra[b++];
            if (next <= last) {
                throw broken("successor %d stands behind %d", next, last);
            }
            into[i] = next;
            last = next;
        }
    }

    /// Folds the numbers 0, 1, 2, ... back into 0, -1, 1, -2, ...
    private static long signed(long natural) {
        return natural >>> 1 ^ -(natural & 1);
    }

    private int count(long value, int most) {
        if (value < 0 || value > most) {
            throw broken("%d is outside 0..%d", value, most);
        }
        return (int) value;
    }

    private long successor(long vertex) {
        if (vertex < 0 || vertex >= properties.vertices()) {
            throw broken("successor %d is outside 0..%d", vertex, properties.vertices() - 1);
        }
        return vertex;
    }

    private static BitReader.BrokenCodeException broken(String what, Object... values) {
        return new BitReader.BrokenCodeException(what.formatted(values));
    }

    private static int[] grown(int[] array, int length) {
        return array.length >= length ? array : Arrays.copyOf(array, Math.max(length, 2 * array.length));
    }
}
