package io.bitfront.input.edges;

import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/// Ranks the names of a table by their bytes: splitters drawn from them make buckets that each one worker sorts on the
/// heap. The ranked names outlive the table.
final class NameSort implements AutoCloseable {
    private static final int PER_BUCKET = 1 << 16;
    private static final int MOST_BUCKETS = 1 << 12;
    private static final int DRAWN_PER_SPLITTER = 16;

    private final NameTable table;
    private final Workers workers;
    private final Arena work = Arena.ofShared();
    private final byte[][] splitters;
    private final IntArray ranks;
    private final VertexIds.Names names;
    private long largestBucket;

    private record Name(byte[] bytes, int number) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }
    }

    NameSort(NameTable table, Workers workers) {
        this(table, workers, PER_BUCKET);
    }

    /// @param perBucket names of a bucket, as a rule
    NameSort(NameTable table, Workers workers, int perBucket) {
        this.table = table;
        this.workers = workers;
        try {
            table.freeze();
            this.splitters = splitters(perBucket);
            this.ranks = IntArray.allocate(work, table.numberLimit(), "ranks of names");
            this.names = sort();
        } catch (Throwable t) {
            work.close();
            throw t;
        }
    }

    /// All names by ascending bytes.
    VertexIds.Names names() {
        return names;
    }

    /// Names that a worker had on the heap at once.
    long largestBucket() {
        return largestBucket;
    }

    /// The ranks of the first `count` numbers.
    void ranksOf(long[] numbers, int[] into, int count) {
        for (int i = 0; i < count; i++) {
            into[i] = ranks.get(numbers[i]);
        }
    }

    /// Names drawn from all parts of each shard, whose names stand in the order in which they were met, perhaps their
    /// own.
    private byte[][] splitters(int perBucket) {
        long buckets = Math.min(Math.ceilDiv(table.count(), perBucket), MOST_BUCKETS);
        if (buckets <= 1) {
            return new byte[0][];
        }
        int perShard = Math.toIntExact(Math.ceilDiv(buckets * DRAWN_PER_SPLITTER, NameTable.SHARDS));
        byte[][] drawn = new byte[NameTable.SHARDS * perShard][];
        int count = 0;
        for (int shard = 0; shard < NameTable.SHARDS; shard++) {
            int taken = Math.min(perShard, table.countIn(shard));
            for (int i = 0; i < taken; i++) {
                double part = (i + (CounterHash.draw(shard, i) >>> 11) * 0x1p-53) / taken;
                int place = (int) (part * table.countIn(shard));
                drawn[count++] = table.name(place * NameTable.SHARDS + shard);
            }
        }
        Arrays.sort(drawn, 0, count, Arrays::compareUnsigned);
        byte[][] chosen = new byte[(int) buckets - 1][];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = drawn[(int) ((i + 1L) * count / buckets)];
        }
        return chosen;
    }

    private int bucketOf(byte[] name) {
        int found = Arrays.binarySearch(splitters, name, Arrays::compareUnsigned);
        return found >= 0 ? found + 1 : -found - 1;
    }

    private VertexIds.Names sort() {
        int buckets = splitters.length + 1;
        AtomicLongArray sizes = new AtomicLongArray(buckets);
        AtomicLongArray bytes = new AtomicLongArray(buckets);
        forAll((name, number) -> {
            int bucket = bucketOf(name);
            sizes.incrementAndGet(bucket);
            bytes.addAndGet(bucket, name.length);
            ranks.set(number, bucket);
        });
        long[] first = new long[buckets + 1];
        long[] place = new long[buckets + 1];
        for (int bucket = 0; bucket < buckets; bucket++) {
            first[bucket + 1] = first[bucket] + sizes.get(bucket);
            largestBucket = Math.max(largestBucket, sizes.get(bucket));
            place[bucket + 1] = place[bucket] + bytes.get(bucket);
        }
        IntArray order = IntArray.allocate(work, table.count(), "order of names");
        AtomicLongArray next = new AtomicLongArray(first);
        forAllNumbers(number -> order.set(next.getAndIncrement(ranks.get(number)), number));
        Arena kept = Arena.ofAuto();
        LongArray starts = LongArray.allocate(kept, table.count() + 1, "vertex names");
        MemorySegment text = NameTable.allocate(kept, place[buckets]);
        workers.forRange(
                0,
                buckets,
                1,
                (_, b, _) -> sortBucket(order, first[(int) b], first[(int) b + 1], place[(int) b], starts, text));
        starts.set(table.count(), place[buckets]);
        return new VertexIds.Names(starts, text);
    }

    private void sortBucket(IntArray order, long from, long to, long place, LongArray starts, MemorySegment text) {
        Name[] bucket = new Name[Math.toIntExact(to - from)];
        for (int i = 0; i < bucket.length; i++) {
            int number = order.get(from + i);
            bucket[i] = new Name(table.name(number), number);
        }
        Arrays.sort(bucket);
        long at = place;
        for (int i = 0; i < bucket.length; i++) {
            byte[] bytes = bucket[i].bytes;
            starts.set(from + i, at);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, text, at, bytes.length);
            at += bytes.length;
            ranks.set(bucket[i].number, Math.toIntExact(from + i));
        }
    }

    @FunctionalInterface
    private interface EachName {
        void accept(byte[] name, int number);
    }

    @FunctionalInterface
    private interface EachNumber {
        void accept(int number);
    }

    private void forAll(EachName each) {
        forAllNumbers(number -> each.accept(table.name(number), number));
    }

    private void forAllNumbers(EachNumber each) {
        workers.forRange(0, NameTable.SHARDS, 1, (_, shard, _) -> {
            for (int i = 0; i < table.countIn((int) shard); i++) {
                each.accept(i * NameTable.SHARDS + (int) shard);
            }
        });
    }

    /// Frees the ranks; the names stay.
    @Override
    public void close() {
        work.close();
    }
}
