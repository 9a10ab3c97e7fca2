package io.bitfront.input.edges;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Sorts non-negative 64-bit numbers off-heap, eight bits a pass from the lowest, all workers in each pass;
/// passes in which all numbers agree are left out. Needs as much memory again while it runs.
final class RadixSort {
    private static final int BITS = 8;
    private static final int DIGITS = 1 << BITS;

    private final Workers workers;
    private final int parts;

    private RadixSort(Workers workers) {
        this.workers = workers;
        this.parts = workers.threads();
    }

    static void sort(LongArray numbers, Workers workers) {
        try (Arena arena = Arena.ofShared()) {
            LongArray other = LongArray.allocate(arena, numbers.length(), "sorting of vertex ids");
            new RadixSort(workers).sort(numbers, other);
        }
    }

    private void sort(LongArray numbers, LongArray other) {
        LongArray from = numbers;
        LongArray to = other;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            long[][] next = countDigits(from, shift);
            if (placeDigits(next, from.length())) {
                scatter(from, to, shift, next);
                LongArray swapped = from;
                from = to;
                to = swapped;
            }
        }
        if (from != numbers) {
            MemorySegment.copy(
                    from.segment(), 0, numbers.segment(), 0, numbers.segment().byteSize());
        }
    }

    private static int digit(long number, int shift) {
        return (int) (number >>> shift) & (DIGITS - 1);
    }

    private long[][] countDigits(LongArray numbers, int shift) {
        long[][] counts = new long[parts][DIGITS];
        workers.forRange(0, parts, 1, (_, part, _) -> {
            long[] mine = counts[(int) part];
            for (long i = begin(part, numbers); i < begin(part + 1, numbers); i++) {
                mine[digit(numbers.get(i), shift)]++;
            }
        });
        return counts;
    }

    /// Turns counts into the place of each part's first number with each digit; false if all have the same
    /// digit.
    private boolean placeDigits(long[][] counts, long length) {
        long place = 0;
        boolean mixed = true;
        for (int digit = 0; digit < DIGITS; digit++) {
            long before = place;
            for (long[] part : counts) {
                long count = part[digit];
                part[digit] = place;
                place += count;
            }
            mixed &= place - before < length;
        }
        return mixed;
    }

    private void scatter(LongArray from, LongArray to, int shift, long[][] next) {
        workers.forRange(0, parts, 1, (_, part, _) -> {
            long[] mine = next[(int) part];
            for (long i = begin(part, from); i < begin(part + 1, from); i++) {
                long number = from.get(i);
                to.set(mine[digit(number, shift)]++, number);
            }
        });
    }

    private long begin(long part, LongArray numbers) {
        return numbers.length() / parts * part + Math.min(part, numbers.length() % parts);
    }
}
