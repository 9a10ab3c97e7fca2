package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `GraphArrays` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class GraphArrays extends Struct {
    static final int BYTES = 144;

    GraphArrays(MemorySegment memory) {
        super(memory);
    }

    public void realPtrs(long value) {
        set(0, value);
    }

    public void virtualToReal(long value) {
        set(8, value);
    }

    public void rowIds(long value) {
        set(16, value);
    }

    public void tileMasks(long value) {
        set(24, value);
    }

    public void inStart(long value) {
        set(32, value);
    }

    public void inIndex(long value) {
        set(40, value);
    }

    public void outStart(long value) {
        set(48, value);
    }

    public void oldIdOf(long value) {
        set(56, value);
    }

    public void outIndex(long value) {
        set(64, value);
    }

    public void hubs(long value) {
        set(72, value);
    }

    public void firsts(long value) {
        set(80, value);
    }

    public void components(long value) {
        set(88, value);
    }

    public void strays(long value) {
        set(96, value);
    }

    public void samples(long value) {
        set(104, value);
    }

    public void strayEdges(long value) {
        set(112, value);
    }

    public void vertexCount(int value) {
        set(120, value);
    }

    public void sliceSetCount(int value) {
        set(124, value);
    }

    public void vssCount(int value) {
        set(128, value);
    }

    public void liveCount(int value) {
        set(132, value);
    }

    public void strayVertices(int value) {
        set(136, value);
    }

    public void singleFrom(int value) {
        set(140, value);
    }
}
