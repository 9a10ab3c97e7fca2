package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The compiled kernels beside the program: made by `make native` where nvcc is at hand.
public final class KernelImage {
    /// System property that names the file; the launcher sets it.
    public static final String PROPERTY = "bitfront.kernels";

    private KernelImage() {}

    /// Null where the file is there, else the reason in one line.
    public static String problem() {
        String path = System.getProperty(PROPERTY);
        if (path == null || !Files.isRegularFile(Path.of(path))) {
            return "this build has no compiled kernels: nvcc was not found when it was made";
        }
        return null;
    }

    public static byte[] read() {
        try {
            return Files.readAllBytes(Path.of(System.getProperty(PROPERTY)));
        } catch (IOException e) {
            throw new DeviceException("the compiled kernels cannot be read: " + e.getMessage(), e);
        }
    }
}
