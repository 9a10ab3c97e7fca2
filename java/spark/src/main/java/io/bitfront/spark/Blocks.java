package io.bitfront.spark;

import org.apache.spark.Partitioner;

/// The vertices of a graph by input index in blocks of [#SIZE], the unit in which a sample's sums travel and are added
/// up: a block of sums takes 2 MB.
final class Blocks extends Partitioner {
    static final int SIZE = 1 << 16;

    private static final long serialVersionUID = 1;

    private final int vertexCount;

    Blocks(int vertexCount) {
        this.vertexCount = vertexCount;
    }

    int count() {
        return Math.ceilDiv(vertexCount, SIZE);
    }

    /// First input index of a block.
    int first(int block) {
        return block * SIZE;
    }

    int size(int block) {
        return Math.min(SIZE, vertexCount - first(block));
    }

    @Override
    public int numPartitions() {
        return count();
    }

    @Override
    public int getPartition(Object block) {
        return (Integer) block;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blocks blocks && blocks.vertexCount == vertexCount;
    }

    @Override
    public int hashCode() {
        return vertexCount;
    }
}
