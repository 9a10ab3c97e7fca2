package io.bitfront.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The files that this process locks. Systems drop all locks of a process on a file where it closes any channel
/// of it, so whoever would open a file that may be locked here asks first. Any thread.
public final class ProcessLocks {
    private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

    private ProcessLocks() {}

    /// Takes a file, to be given back once its channel is closed.
    ///
    /// @param file in a folder that is there
    /// @return null where somebody in this process has it
    public static Runnable take(Path file) throws IOException {
        Path name = file.toAbsolutePath();
        Path taken = name.getParent().toRealPath().resolve(name.getFileName());
        return TAKEN.add(taken) ? () -> TAKEN.remove(taken) : null;
    }
}
