package io.bitfront.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A file that cannot be read or written. The message is one line: the operation, the file, the reason.
public class FileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public FileException(String message) {
        super(message);
    }

    public FileException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Says what the operating system said, in one line.
    ///
    /// @param operation a verb: `read`, `write`
    public static FileException of(String operation, Path file, IOException cause) {
        return new FileException("%s %s: %s".formatted(operation, file, reason(cause)), cause);
    }

    static String reason(IOException cause) {
        return switch (cause) {
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException other -> "there is a file of that name";
            case NoSuchFileException missing -> "no such file or folder";
            case FileSystemException other when isSaid(other.getReason()) -> lowerCased(other.getReason());
            default ->
                isSaid(cause.getMessage())
                        ? lowerCased(cause.getMessage())
                        : cause.getClass().getSimpleName();
        };
    }

    private static boolean isSaid(String message) {
        return message != null && !message.isEmpty();
    }

    private static String lowerCased(String message) {
        return Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
