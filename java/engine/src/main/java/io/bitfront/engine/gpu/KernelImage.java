package io.bitfront.engine.gpu;

import io.bitfront.engine.DeviceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The compiled kernels beside the program: made by `make native` where nvcc is at hand.
final class KernelImage {
    /// System property that names the file; the launcher sets it.
    static final String PROPERTY = "bitfront.kernels";

    private KernelImage() {}

    /// Null where the file is there, else the reason in one line.
    static String problem() {
        String path = System.getProperty(PROPERTY);
        if (path == null || !Files.isRegularFile(Path.of(path))) {
            return "this build has no compiled kernels: nvcc was not found when it was made";
        }
        return null;
    }

    static byte[] read() {
        try {
            return Files.readAllBytes(Path.of(System.getProperty(PROPERTY)));
        } catch (IOException e) {
            throw new DeviceException("the compiled kernels cannot be read: " + e.getMessage(), e);
        }
    }
}
