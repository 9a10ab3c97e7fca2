package io.bitfront.engine.device;

import jcuda.driver.CUdeviceptr;

/// A device pointer whose number can be read, to stand in a kernel's argument struct.
final class DeviceAddress extends CUdeviceptr {
    DeviceAddress() {}

    private DeviceAddress(DeviceAddress base, long offset) {
        super(base, offset);
    }

    long value() {
        return getNativePointer() + getByteOffset();
    }

    DeviceAddress plus(long bytes) {
        return new DeviceAddress(this, bytes);
    }
}
