package io.bitfront.engine;

/// A device that cannot do what was asked: absent, too old, full, or failing. The message is one line naming the
/// operation, the object and the reason.
public final class DeviceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DeviceException(String message) {
        super(message);
    }

    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
