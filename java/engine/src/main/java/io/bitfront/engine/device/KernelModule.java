package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.engine.DeviceException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// The compiled kernels, loaded into one context and checked against the argument layouts the Java side fills in.
public final class KernelModule implements AutoCloseable {
    private final CudaContext context;
    private final CUmodule module = new CUmodule();

    /// @param image a fatbin with code or PTX for the device
    /// @param abiVersion what the module must export as `bitfront_abi_version`
    /// @throws DeviceException where it has no code for the device or another version
    public KernelModule(CudaContext context, byte[] image, int abiVersion) {
        this.context = context;
        int result = JCudaDriver.cuModuleLoadData(module, image);
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DeviceException(Cuda.failure("load the compiled kernels on " + context.label(), result));
        }
        try {
            int found = readVersion();
            if (found != abiVersion) {
                throw new DeviceException(
                        "the compiled kernels have interface version %d, this build needs %d: run make native"
                                .formatted(found, abiVersion));
            }
        } catch (Throwable t) {
            JCudaDriver.cuModuleUnload(module);
            throw t;
        }
    }

    private int readVersion() {
        CUdeviceptr address = new CUdeviceptr();
        check(
                JCudaDriver.cuModuleGetGlobal(address, new long[1], module, "bitfront_abi_version"),
                "find",
                "bitfront_abi_version in the compiled kernels");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
            check(
                    JCudaDriver.cuMemcpyDtoH(new SegmentPointer(value), address, Integer.BYTES),
                    "read",
                    "bitfront_abi_version");
            return value.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /// Finds an entry point.
    public Kernel kernel(String name) {
        CUfunction function = new CUfunction();
        check(JCudaDriver.cuModuleGetFunction(function, module, name), "find", "kernel " + name);
        return new Kernel(context, function, name);
    }

    @Override
    public void close() {
        context.free(() -> JCudaDriver.cuModuleUnload(module), "unload", "the compiled kernels");
    }
}
