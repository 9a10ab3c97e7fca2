package io.bitfront.engine.nvml;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the driver's management library knows of one GPU: name, free memory, clocks, why they are held down,
/// power, energy. A machine without the library, or a GPU that does not answer a question, costs only that
/// column.
public final class Nvml implements AutoCloseable {
    private static final String[] THROTTLE_REASONS = {
        "idle",
        "application clocks",
        "power cap",
        "hardware slowdown",
        "sync boost",
        "thermal (software)",
        "thermal (hardware)",
        "power brake",
        "display clocks"
    };

    private final NvmlLibrary library;
    private final Pointer device;
    private final String driver;

    /// A reading; clocks in MHz, power in W, energy in J since the driver was loaded; -1 where the GPU does not say.
    public record Reading(int smMhz, int memoryMhz, List<String> throttled, double watts, double joules) {}

    private Nvml(NvmlLibrary library, Pointer device, String driver) {
        this.library = library;
        this.device = device;
        this.driver = driver;
    }

    /// Opens the GPU at a PCI address; empty where the library or the GPU is not to be had.
    public static Optional<Nvml> open(String busId) {
        NvmlLibrary library;
        try {
            library = Native.load("libnvidia-ml.so.1", NvmlLibrary.class);
        } catch (UnsatisfiedLinkError e) {
            return Optional.empty();
        }
        if (library.nvmlInit_v2() != 0) {
            return Optional.empty();
        }
        PointerByReference device = new PointerByReference();
        if (library.nvmlDeviceGetHandleByPciBusId_v2(busId, device) != 0) {
            library.nvmlShutdown();
            return Optional.empty();
        }
        byte[] version = new byte[80];
        String driver = library.nvmlSystemGetDriverVersion(version, version.length) == 0
                ? new String(version, StandardCharsets.US_ASCII).replace("\0", "")
                : "unknown";
        return Optional.of(new Nvml(library, device.getValue(), driver));
    }

    /// Driver version, `580.159.03`.
    public String driver() {
        return driver;
    }

    /// The GPU's name; empty where it does not say.
    public String name() {
        byte[] name = new byte[96];
        return library.nvmlDeviceGetName(device, name, name.length) == 0 ? Native.toString(name) : "";
    }

    /// Device memory that no process holds; needs no context. -1 where the GPU does not say.
    public long freeBytes() {
        long[] memory = new long[3];
        return library.nvmlDeviceGetMemoryInfo(device, memory) == 0 ? memory[1] : -1;
    }

    public Reading read() {
        IntByReference power = new IntByReference();
        boolean hasPower = library.nvmlDeviceGetPowerUsage(device, power) == 0;
        return new Reading(
                clock(NvmlLibrary.CLOCK_SM),
                clock(NvmlLibrary.CLOCK_MEMORY),
                throttled(),
                hasPower ? power.getValue() / 1e3 : -1,
                joules().orElse(-1));
    }

    /// Energy used since the driver was loaded.
    public OptionalDouble joules() {
        LongByReference energy = new LongByReference();
        return library.nvmlDeviceGetTotalEnergyConsumption(device, energy) == 0
                ? OptionalDouble.of(energy.getValue() / 1e3)
                : OptionalDouble.empty();
    }

    private int clock(int type) {
        IntByReference megahertz = new IntByReference();
        return library.nvmlDeviceGetClockInfo(device, type, megahertz) == 0 ? megahertz.getValue() : -1;
    }

    private List<String> throttled() {
        LongByReference reasons = new LongByReference();
        List<String> names = new ArrayList<>();
        if (library.nvmlDeviceGetCurrentClocksThrottleReasons(device, reasons) == 0) {
            for (int bit = 0; bit < THROTTLE_REASONS.length; bit++) {
                if ((reasons.getValue() >> bit & 1) != 0) {
                    names.add(THROTTLE_REASONS[bit]);
                }
            }
        }
        return names;
    }

    @Override
    public void close() {
        library.nvmlShutdown();
    }
}
