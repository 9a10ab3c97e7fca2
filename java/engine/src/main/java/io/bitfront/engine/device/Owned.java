package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import io.bitfront.memory.Closing;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// What an object on the device owns: closed last to first, all of it whatever fails.
public final class Owned implements AutoCloseable {
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private final String what;

    /// @param what names them in the message of a failure
    public Owned(String what) {
        this.what = what;
    }

    public <T extends AutoCloseable> T add(T resource) {
        resources.push(resource);
        return resource;
    }

    /// Leaves the closing of one to the caller.
    public void release(AutoCloseable resource) {
        resources.remove(resource);
    }

    /// Closes what has not been closed yet.
    ///
    /// @throws DeviceException the first failure; those after it are suppressed in it
    @Override
    public void close() {
        List<AutoCloseable> open = List.copyOf(resources);
        resources.clear();
        Closing.all(open, this::free);
    }

    private void free(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new DeviceException("free %s: %s".formatted(what, e.getMessage()), e);
        }
    }
}
