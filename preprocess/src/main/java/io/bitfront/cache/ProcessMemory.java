package io.bitfront.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Memory of this process as Linux counts it: resident pages, mapped files included.
final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR = Path.of("/proc/self/clear_refs");

    private ProcessMemory() {}

    /// Most resident bytes since the process started or since [#forgetPeak], -1 where the system does not tell.
    static long peakBytes() {
        return field("VmHWM:");
    }

    /// Bytes resident now, -1 where the system does not tell.
    static long residentBytes() {
        return field("VmRSS:");
    }

    private static long field(String name) {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
            return -1;
        } catch (IOException e) {
            return -1;
        }
    }

    /// Starts a new peak from what is resident now, where the system lets us.
    static void forgetPeak() {
        try {
            Files.writeString(CLEAR, "5");
        } catch (IOException e) {
            // Then the peak goes on counting from the start of the process.
        }
    }
}
