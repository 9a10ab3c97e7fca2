package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What a user reads of a failure of the operating system.
class FileExceptionTest {
    private static String said(IOException cause) {
        return FileException.of("read", Path.of("a.sg"), cause).getMessage();
    }

    @Test
    void saysInOneLineWhatTheSystemSaid() {
        assertThat(said(new AccessDeniedException("a.sg"))).isEqualTo("read a.sg: permission denied");
        assertThat(said(new NoSuchFileException("a.sg"))).isEqualTo("read a.sg: no such file or folder");
        assertThat(said(new FileSystemException("a.sg", null, "Is a directory")))
                .isEqualTo("read a.sg: is a directory");
        assertThat(said(new FileSystemException("a.sg"))).isEqualTo("read a.sg: a.sg");
        assertThat(said(new IOException("No space left"))).isEqualTo("read a.sg: no space left");
        assertThat(said(new EOFException())).isEqualTo("read a.sg: EOFException");
        assertThat(said(new IOException(""))).isEqualTo("read a.sg: IOException");
    }
}
