package io.bitfront.engine.nvml;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/// The functions of `libnvidia-ml.so.1` that are used, by their C names; each returns 0 on success.
interface NvmlLibrary extends Library {
    int CLOCK_SM = 1;
    int CLOCK_MEMORY = 2;

    int nvmlInit_v2();

    int nvmlShutdown();

    int nvmlDeviceGetHandleByPciBusId_v2(String busId, PointerByReference device);

    int nvmlSystemGetDriverVersion(byte[] version, int length);

    int nvmlDeviceGetName(Pointer device, byte[] name, int length);

    /// @param memory three 64-bit counts of bytes: total, free, used
    int nvmlDeviceGetMemoryInfo(Pointer device, long[] memory);

    int nvmlDeviceGetClockInfo(Pointer device, int type, IntByReference megahertz);

    int nvmlDeviceGetCurrentClocksThrottleReasons(Pointer device, LongByReference reasons);

    int nvmlDeviceGetPowerUsage(Pointer device, IntByReference milliwatts);

    int nvmlDeviceGetTotalEnergyConsumption(Pointer device, LongByReference millijoules);
}
