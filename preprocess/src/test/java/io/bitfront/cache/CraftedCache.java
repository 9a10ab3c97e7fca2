package io.bitfront.cache;

import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// A cache whose bytes are changed at will and whose checksums are made right again: what an attacker would hand
/// in.
final class CraftedCache {
    private final Path file;
    private final BvssShape shape;
    private final ByteBuffer bytes;

    private CraftedCache(Path file) throws IOException {
        this.file = file;
        this.shape = BvssFile.header(file).shape();
        this.bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The cache of a graph, written to a file.
    static CraftedCache of(TestGraph graph, Path file) throws IOException {
        TestInputs.keep(TestInputs.withSparseIds(graph), TestInputs.options("degree", 2), file);
        return new CraftedCache(file);
    }

    /// A cache that is there already.
    static CraftedCache of(Path file) throws IOException {
        return new CraftedCache(file);
    }

    BvssShape shape() {
        return shape;
    }

    int at(BvssSection section, long byteIndex) {
        return Math.toIntExact(shape.offset(section) + byteIndex);
    }

    int intAt(BvssSection section, long index) {
        return bytes.getInt(at(section, 4 * index));
    }

    CraftedCache set(BvssSection section, long index, int value) {
        bytes.putInt(at(section, 4 * index), value);
        return this;
    }

    CraftedCache setLong(BvssSection section, long index, long value) {
        bytes.putLong(at(section, 8 * index), value);
        return this;
    }

    byte byteAt(int at) {
        return bytes.get(at);
    }

    CraftedCache setByte(int at, byte value) {
        bytes.put(at, value);
        return this;
    }

    /// Writes it with right sums.
    Path write() throws IOException {
        for (BvssSection section : BvssSection.of(shape.named())) {
            int size = Math.toIntExact(shape.bytes(section));
            int sum = Crc32c.of(bytes.duplicate().position(at(section, 0)).limit(at(section, 0) + size));
            bytes.putInt(512 + 24 * BvssSection.of(shape.named()).indexOf(section) + 16, size == 0 ? 0 : sum);
        }
        bytes.putInt(4092, Crc32c.of(bytes.duplicate().position(0).limit(4092)));
        return Files.write(file, bytes.array());
    }
}
