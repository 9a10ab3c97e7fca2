package io.bitfront.engine.device;

import java.lang.foreign.MemorySegment;
import jcuda.Pointer;

/// A native memory segment as JCuda takes it: any length, where its own buffers stop at 2 GiB.
final class SegmentPointer extends Pointer {
    SegmentPointer(MemorySegment segment) {
        super(segment.address());
        if (!segment.isNative()) {
            throw new IllegalArgumentException("a copy needs off-heap memory");
        }
    }
}
