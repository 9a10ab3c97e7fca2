package io.bitfront.engine.device;

/// A GPU as the driver describes it.
///
/// @param capability compute capability, 90 for 9.0
/// @param multiprocessors number of SMs
/// @param sharedBytes shared memory that a block can have
/// @param busId PCI address, by which other libraries know the same device
/// @param cooperative whether it launches cooperative grids
public record CudaDevice(
        int index,
        String name,
        int capability,
        int multiprocessors,
        long memoryBytes,
        int sharedBytes,
        String busId,
        boolean cooperative) {

    /// For people: `gpu:1 (NVIDIA H200, 132 SMs)`.
    public String description() {
        return "gpu:%d (%s, %d SMs)".formatted(index, name, multiprocessors);
    }

    /// Null where bitfront's kernels can run on it, else the reason in one line.
    public String problem() {
        if (capability < Cuda.OLDEST_CAPABILITY) {
            return "%s has compute capability %d.%d, 8.0 or newer is needed"
                    .formatted(name, capability / 10, capability % 10);
        }
        return cooperative ? null : name + " cannot launch cooperative grids";
    }
}
