package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;

import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaTest {
    @Test
    void saysThatTheDriverIsMissing() {
        assertThat(Cuda.missingFrom("libbitfront-none.so.1"))
                .isEqualTo("no CUDA driver on this machine (libbitfront-none.so.1 not found)");
    }

    @Test
    void saysThatADriverWithoutAFunctionIsTooOld() {
        // A library every Linux machine has stands in for an old driver.
        assertThat(Cuda.missingFrom("libc.so.6")).isEqualTo("the CUDA driver is too old: it has no cuInit");
    }

    @Test
    void refusesADeviceBelowTheOldestCapability() {
        CudaDevice old = new CudaDevice(0, "Tesla V100", 70, 80, 16L << 30, 96 << 10, "0000:00:00.0", true);
        assertThat(old.problem()).isEqualTo("Tesla V100 has compute capability 7.0, 8.0 or newer is needed");
        for (int capability : new int[] {79, 80}) {
            CudaDevice oldest = new CudaDevice(0, "A100", capability, 108, 80L << 30, 163 << 10, "", true);
            assertThat(oldest.problem() == null).isEqualTo(capability == 80);
        }
        assertThat(new CudaDevice(0, "H200", 90, 132, 140L << 30, 227 << 10, "", true).problem())
                .isNull();
        assertThat(new CudaDevice(0, "vGPU", 90, 132, 1, 1, "", false).problem())
                .isEqualTo("vGPU cannot launch cooperative grids");
    }

    @Test
    void saysThatADriverIsTooOld() {
        assertThat(Cuda.tooOld(11_080)).isEqualTo("the CUDA driver is for CUDA 11.8, 12.0 or newer is needed");
        assertThat(Cuda.tooOld(12_000)).isNull();
        assertThat(Cuda.tooOld(13_010)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE
                + ", CUDA_ERROR_DEVICE_UNAVAILABLE (busy: another process has it to itself)",
        CUresult.CUDA_ERROR_OUT_OF_MEMORY + ", CUDA_ERROR_OUT_OF_MEMORY (its memory is full)",
        CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU
                + ", CUDA_ERROR_NO_BINARY_FOR_GPU (they are compiled for other GPUs: run make build)",
        CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION
                + ", CUDA_ERROR_UNSUPPORTED_PTX_VERSION (the driver is older than the nvcc that made them)",
        CUresult.CUDA_ERROR_ECC_UNCORRECTABLE + ", CUDA_ERROR_ECC_UNCORRECTABLE"
    })
    void saysWhatFailedAndWhy(int result, String why) {
        assertThat(Cuda.failure("open a context on gpu:0 (H200)", result))
                .isEqualTo("open a context on gpu:0 (H200): " + why);
    }
}
