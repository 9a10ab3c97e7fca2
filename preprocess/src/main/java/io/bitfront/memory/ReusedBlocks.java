package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Large off-heap blocks of one size, of which one that was given back is handed out again: pages of fresh memory are
/// zeroed at their first touch, which takes ten times as long as filling them. What was in a block stays in it. One of
/// them, handed out again and again, may be prepared for what fills it. Any thread may ask.
public final class ReusedBlocks implements AutoCloseable {
    /// Times that a block is handed out before it is prepared: who asks once or twice would wait for what others gain.
    static final int OFTEN = 2;

    private final long bytes;
    private final String what;
    private final Preparation preparation;

    /// Null where there is none.
    private Block free;

    /// The one that is prepared, in use or not; null where none is.
    private Block prepared;

    private boolean refused;
    private boolean closed;

    /// Makes a block faster to fill, at some cost.
    @FunctionalInterface
    public interface Preparation {
        /// @return what undoes it, called by whoever closes the blocks; null where it cannot be done
        Runnable prepare(MemorySegment memory);
    }

    /// A block that is handed out.
    ///
    /// @param prepared whether it is as the preparation leaves it
    public record Lent(MemorySegment memory, boolean prepared) {}

    /// Memory and what frees it.
    private static final class Block {
        private final Arena owner;
        private final MemorySegment memory;
        private int handedOut;
        private Runnable undo;

        Block(Arena owner, MemorySegment memory) {
            this.owner = owner;
            this.memory = memory;
        }
    }

    /// @param bytes of each block
    /// @param what names them in the message of a failure
    /// @param preparation called by whoever takes a block, for one at most
    public ReusedBlocks(long bytes, String what, Preparation preparation) {
        this.bytes = bytes;
        this.what = what;
        this.preparation = preparation;
    }

    /// A block with anything in it, until `arena` closes.
    ///
    /// @throws OutOfMemoryError as [OffHeap#allocate]
    @SuppressWarnings("restricted")
    public Lent take(Arena arena) {
        CollectedArena.weigh(arena, bytes);
        Block kept = free();
        Block block = kept == null ? fresh() : kept;
        try {
            prepare(block);
            MemorySegment memory =
                    MemorySegment.ofAddress(block.memory.address()).reinterpret(bytes, arena, _ -> giveBack(block));
            return new Lent(memory, block.undo != null);
        } catch (Throwable t) {
            giveBack(block);
            throw t;
        }
    }

    private synchronized void prepare(Block block) {
        if (block.handedOut++ < OFTEN || prepared != null || refused) {
            return;
        }
        block.undo = preparation.prepare(block.memory);
        refused = block.undo == null;
        prepared = refused ? null : block;
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
        if (closed || free != null && !isBetter(block, free)) {
            block.owner.close();
            return;
        }
        if (free != null) {
            free.owner.close();
        }
        free = block;
    }

    /// The prepared one, else the one that was handed out more often: some callers hold several blocks at a time.
    private boolean isBetter(Block block, Block other) {
        return block == prepared || other != prepared && block.handedOut > other.handedOut;
    }

    /// Undoes the preparation and frees what nobody uses; what is in use is freed when its arena closes.
    @Override
    public synchronized void close() {
        closed = true;
        if (prepared != null) {
            prepared.undo.run();
            prepared = null;
        }
        if (free != null) {
            free.owner.close();
            free = null;
        }
    }
}
