package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Large off-heap blocks of one size, of which the one given back last is handed out again: pages of fresh memory are
/// zeroed at their first touch, which takes ten times as long as filling them. What was in a block stays in it. Any
/// thread may ask.
public final class ReusedBlocks implements AutoCloseable {
    private final long bytes;
    private final String what;

    /// Null where there is none.
    private Block free;

    private boolean closed;

    /// Memory and what frees it.
    private record Block(Arena owner, MemorySegment memory) {}

    /// @param bytes of each block
    /// @param what names them in the message of a failure
    public ReusedBlocks(long bytes, String what) {
        this.bytes = bytes;
        this.what = what;
    }

    /// A block with anything in it, until `arena` closes.
    ///
    /// @throws OutOfMemoryError as [OffHeap#allocate]
    @SuppressWarnings("restricted")
    public MemorySegment take(Arena arena) {
        Block kept = free();
        Block block = kept == null ? fresh() : kept;
        return MemorySegment.ofAddress(block.memory.address()).reinterpret(bytes, arena, _ -> giveBack(block));
    }

    private synchronized Block free() {
        Block block = free;
        free = null;
        return block;
    }

    private Block fresh() {
        Arena owner = Arena.ofShared();
        try {
            return new Block(owner, OffHeap.allocate(owner, bytes, what));
        } catch (Throwable t) {
            owner.close();
            throw t;
        }
    }

    private synchronized void giveBack(Block block) {
        if (closed || free != null) {
            block.owner.close();
        } else {
            free = block;
        }
    }

    /// Frees what nobody uses; what is in use is freed when its arena closes.
    @Override
    public synchronized void close() {
        closed = true;
        if (free != null) {
            free.owner.close();
            free = null;
        }
    }
}
