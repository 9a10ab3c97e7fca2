package io.bitfront.cli.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Changes inputs in the ways that have broken readers, by a seed.
final class Mutator {
    private static final long[] NUMBERS = {
        0,
        1,
        -1,
        2,
        7,
        8,
        127,
        128,
        255,
        1 << 16,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        1L << 32,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final String[] WORDS = {
        "0",
        "1",
        "-1",
        "",
        "x",
        "2147483647",
        "2147483648",
        "4294967296",
        "4611686018427387904",
        "9223372036854775807",
        "99999999999999999999999",
        "1e9",
        "nan",
        "-0",
        "1.5",
        "\u001b[31m",
        "\u0661",
        "ı",
        "\u0000",
        "%",
        "#"
    };

    private final SplittableRandom random;
    private final List<byte[]> others;

    /// @param others inputs to take pieces from
    Mutator(SplittableRandom random, List<byte[]> others) {
        this.random = random;
        this.others = others;
    }

    /// A changed copy.
    byte[] mutate(byte[] input) {
        byte[] bytes = input.clone();
        for (int rounds = 1 + random.nextInt(4); rounds > 0; rounds--) {
            bytes = bytes.length == 0 ? new byte[] {(byte) random.nextInt(256)} : once(bytes);
        }
        return bytes;
    }

    private byte[] once(byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int length = 1 + random.nextInt(Math.min(64, bytes.length - at));
        switch (random.nextInt(8)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) NUMBERS[random.nextInt(NUMBERS.length)];
            case 2 -> number(bytes, at);
            case 3 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 4 -> {
                return replaced(bytes, at, at + length, new byte[0]);
            }
            case 5 -> {
                return replaced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
            }
            case 6 -> {
                return word(bytes, at);
            }
            default -> {
                byte[] other = others.get(random.nextInt(others.size()));
                int from = other.length == 0 ? 0 : random.nextInt(other.length);
                return replaced(bytes, at, at, Arrays.copyOfRange(other, from, Math.min(other.length, from + length)));
            }
        }
        return bytes;
    }

    private void number(byte[] bytes, int at) {
        ByteBuffer view =
                ByteBuffer.wrap(bytes).order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long value = NUMBERS[random.nextInt(NUMBERS.length)];
        if (bytes.length - at >= 8 && random.nextBoolean()) {
            view.putLong(at, value);
        } else if (bytes.length - at >= 4) {
            view.putInt(at, (int) value);
        }
    }

    /// Another word in place of the one around a place.
    private byte[] word(byte[] bytes, int at) {
        int from = at;
        int to = at;
        while (from > 0 && bytes[from - 1] > ' ') {
            from--;
        }
        while (to < bytes.length && bytes[to] > ' ') {
            to++;
        }
        return replaced(bytes, from, to, WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
        byte[] all = Arrays.copyOf(bytes, bytes.length - (to - from) + by.length);
        System.arraycopy(by, 0, all, from, by.length);
        System.arraycopy(bytes, to, all, from + by.length, bytes.length - to);
        return all;
    }

    /// Other words on a command line.
    List<String> mutate(List<String> words) {
        List<String> changed = new java.util.ArrayList<>(words);
        for (int rounds = 1 + random.nextInt(3); rounds > 0 && changed.size() > 1; rounds--) {
            int at = 1 + random.nextInt(changed.size() - 1);
            switch (random.nextInt(4)) {
                case 0 -> changed.remove(at);
                case 1 -> changed.add(at, changed.get(random.nextInt(changed.size())));
                case 2 -> changed.set(at, WORDS[random.nextInt(WORDS.length)]);
                default -> changed.set(at, changed.get(1 + random.nextInt(changed.size() - 1)));
            }
        }
        return changed;
    }
}
