package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// The CUDA driver: whether it is there, and what devices it has. Results of its functions are checked here.
public final class Cuda {
    /// Compute capability 8.0, the oldest with the bit products and the asynchronous reductions the kernels use.
    public static final int OLDEST_CAPABILITY = 80;

    private static final String DRIVER = "libcuda.so.1";
    private static final int OLDEST_DRIVER = 12_000;

    /// JCuda ends the process where the driver lacks a symbol it binds, so they are looked for first.
    private static final List<String> SYMBOLS = List.of(
            "cuInit",
            "cuDriverGetVersion",
            "cuDeviceTotalMem_v2",
            "cuDeviceGetPCIBusId",
            "cuDevicePrimaryCtxRetain",
            "cuDevicePrimaryCtxRelease_v2",
            "cuModuleGetGlobal_v2",
            "cuLaunchCooperativeKernel",
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            "cuMemAllocFromPoolAsync",
            "cuStreamGetId",
            "cuCtxGetId");

    private Cuda() {}

    /// Null where the driver can be used, else the reason in one line.
    public static String problem() {
        String missing = missingFrom(DRIVER);
        if (missing != null) {
            return missing;
        }
        try {
            String unbundled = JCudaLibrary.load();
            if (unbundled != null) {
                return unbundled;
            }
            JCudaDriver.setExceptionsEnabled(false);
            int result = JCudaDriver.cuInit(0);
            if (result != CUresult.CUDA_SUCCESS) {
                return "the CUDA driver does not start: " + name(result);
            }
            int[] version = new int[1];
            check(JCudaDriver.cuDriverGetVersion(version), "read the version of", "the CUDA driver");
            return tooOld(version[0]);
        } catch (DeviceException e) {
            return e.getMessage();
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            return "JCuda's native library does not load: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
        }
    }

    /// Null where a driver of this version will do, else the reason in one line.
    static String tooOld(int version) {
        return version >= OLDEST_DRIVER
                ? null
                : "the CUDA driver is for CUDA %d.%d, 12.0 or newer is needed"
                        .formatted(version / 1000, version % 1000 / 10);
    }

    /// Null where the library is there with all that JCuda binds, else what is missing, in one line.
    static String missingFrom(String library) {
        try (Arena arena = Arena.ofConfined()) {
            @SuppressWarnings("restricted")
            SymbolLookup driver = SymbolLookup.libraryLookup(library, arena);
            for (String symbol : SYMBOLS) {
                if (driver.find(symbol).isEmpty()) {
                    return "the CUDA driver is too old: it has no " + symbol;
                }
            }
            return null;
        } catch (IllegalArgumentException e) {
            return "no CUDA driver on this machine (%s not found)".formatted(library);
        }
    }

    /// Every device the driver shows. Call only where [#problem] is null.
    public static List<CudaDevice> devices() {
        int[] count = new int[1];
        check(JCudaDriver.cuDeviceGetCount(count), "count", "CUDA devices");
        List<CudaDevice> devices = new ArrayList<>();
        for (int index = 0; index < count[0]; index++) {
            devices.add(device(index));
        }
        return devices;
    }

    private static CudaDevice device(int index) {
        CUdevice handle = handle(index);
        byte[] name = new byte[256];
        check(JCudaDriver.cuDeviceGetName(name, name.length, handle), "name", "GPU " + index);
        long[] memory = new long[1];
        check(JCudaDriver.cuDeviceTotalMem(memory, handle), "read the memory size of", "GPU " + index);
        int capability = 10 * attribute(handle, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
                + attribute(handle, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        return new CudaDevice(
                index,
                new String(name, StandardCharsets.UTF_8).trim().replace("\0", ""),
                capability,
                attribute(handle, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                memory[0],
                attribute(handle, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                busId(handle),
                attribute(handle, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0);
    }

    private static String busId(CUdevice handle) {
        String[] id = new String[1];
        check(JCudaDriver.cuDeviceGetPCIBusId(id, 32, handle), "read the bus id of", "a GPU");
        return id[0];
    }

    static CUdevice handle(int index) {
        CUdevice handle = new CUdevice();
        check(JCudaDriver.cuDeviceGet(handle, index), "open", "GPU " + index);
        return handle;
    }

    private static int attribute(CUdevice device, int attribute) {
        int[] value = new int[1];
        check(JCudaDriver.cuDeviceGetAttribute(value, attribute, device), "read an attribute of", "a GPU");
        return value[0];
    }

    /// @throws DeviceException `operation object: CUDA_ERROR_...` unless `result` is success
    static void check(int result, String operation, String object) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DeviceException("%s %s: %s".formatted(operation, object, name(result)));
        }
    }

    /// What failed and why, in one line.
    static String failure(String operation, int result) {
        String meaning = switch (result) {
            case CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE -> " (busy: another process has it to itself)";
            case CUresult.CUDA_ERROR_OUT_OF_MEMORY -> " (its memory is full)";
            case CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU -> " (they are compiled for other GPUs: run make build)";
            case CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION -> " (the driver is older than the nvcc that made them)";
            default -> "";
        };
        return "%s: %s%s".formatted(operation, name(result), meaning);
    }

    static String name(int result) {
        return CUresult.stringFor(result);
    }
}
