package io.bitfront.graph;

import java.lang.foreign.Arena;

/// Edges whose numbers are known from the start, over memory of their own.
public abstract class HeldEdges implements EdgeSource {
    private final int vertexCount;
    private final long edgeCount;
    private final Arena held;
    private final long heldBytes;

    /// @param held closed with this; or null
    /// @param heldBytes of it that are not a mapped file's
    protected HeldEdges(int vertexCount, long edgeCount, Arena held, long heldBytes) {
        this.vertexCount = vertexCount;
        this.edgeCount = edgeCount;
        this.held = held;
        this.heldBytes = heldBytes;
    }

    @Override
    public final int vertexCount() {
        return vertexCount;
    }

    @Override
    public final long edgeCount() {
        return edgeCount;
    }

    @Override
    public final long heldBytes() {
        return heldBytes;
    }

    @Override
    public void close() {
        if (held != null && held.scope().isAlive()) {
            held.close();
        }
    }
}
