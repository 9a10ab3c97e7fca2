package io.bitfront.engine.device;

/// The compiled kernels, made by `make native` where nvcc is at hand.
public final class KernelImage {
    /// System property that names the file; the launcher sets it.
    public static final String PROPERTY = "bitfront.kernels";

    private static final String NAME = "bitfront.fatbin";

    private KernelImage() {}

    /// Null where they are there, else the reason in one line.
    public static String problem() {
        return NativeParts.ofThisProgram().problem(PROPERTY, NAME, "compiled kernels");
    }

    public static byte[] read() {
        return NativeParts.ofThisProgram().bytes(PROPERTY, NAME);
    }
}
