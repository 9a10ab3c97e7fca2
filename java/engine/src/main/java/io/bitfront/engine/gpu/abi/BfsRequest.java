package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `BfsRequest` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BfsRequest extends Struct {
    static final int BYTES = 208;
    private final SwitchCosts costs = new SwitchCosts(part(40, SwitchCosts.BYTES));
    private final SwitchPolicy policy = new SwitchPolicy(part(176, SwitchPolicy.BYTES));

    BfsRequest(MemorySegment memory) {
        super(memory);
    }

    public void source(int value) {
        set(0, value);
    }

    public void maxLevel(int value) {
        set(4, value);
    }

    public void eta(int value) {
        set(8, value);
    }

    public void targetCount(int value) {
        set(12, value);
    }

    public void targets(long value) {
        set(16, value);
    }

    public void trace(long value) {
        set(24, value);
    }

    public void traceCapacity(int value) {
        set(32, value);
    }

    public void forcedCount(int value) {
        set(36, value);
    }

    public SwitchCosts costs() {
        return costs;
    }

    public SwitchPolicy policy() {
        return policy;
    }

    public void forced(long value) {
        set(192, value);
    }

    public void mostShared(int value) {
        set(200, value);
    }
}
