package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `SwitchCosts` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SwitchCosts extends Struct {
    static final int BYTES = 136;
    private final LevelCosts level = new LevelCosts(part(4, LevelCosts.BYTES));

    SwitchCosts(MemorySegment memory) {
        super(memory);
    }

    public void allowed(int value) {
        set(0, value);
    }

    public LevelCosts level() {
        return level;
    }

    public void stay(float value) {
        set(64, value);
    }

    public void tensorDoubt(float value) {
        set(68, value);
    }

    public void localPieces(int value) {
        set(72, value);
    }

    public void aloneEdges(int value) {
        set(76, value);
    }

    public void aloneAfter(int value) {
        set(80, value);
    }

    public void smallEdges(int value) {
        set(84, value);
    }

    public void smallVertices(int value) {
        set(88, value);
    }

    public void smallPieces(int value) {
        set(92, value);
    }

    public void smallLanesLog(int value) {
        set(96, value);
    }

    public void listEdges(int value) {
        set(100, value);
    }

    public void look(int value) {
        set(104, value);
    }

    public void gatheredWords(int value) {
        set(108, value);
    }

    public void gatherEdges(int value) {
        set(112, value);
    }

    public void gatheredFirst(int value) {
        set(116, value);
    }

    public void gatherFirstEdges(int value) {
        set(120, value);
    }

    public void pullVain(float value) {
        set(124, value);
    }

    public void sampledEdges(int value) {
        set(128, value);
    }

    public void sortEdges(int value) {
        set(132, value);
    }
}
