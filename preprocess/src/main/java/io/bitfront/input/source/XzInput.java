package io.bitfront.input.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZInputStream;

/// The only class that knows the library for xz, whose jar is sealed: an archive of classes that holds a
/// class of such a jar forbids to load another from the jar, once it lies elsewhere. A reference to [#of] loads and so
/// verifies this class, which loads the library's: callers call it.
final class XzInput extends FilterInputStream {
    /// What a file may ask for: eight times what the highest of the usual levels takes. A few bytes can ask for
    /// gigabytes.
    private static final int MOST_KIBIBYTES = 512 << 10;

    private XzInput(InputStream packed) throws IOException {
        super(new XZInputStream(packed, MOST_KIBIBYTES));
    }

    static InputStream of(InputStream packed) throws IOException {
        return new XzInput(packed);
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (MemoryLimitException e) {
            throw tooMuch(e);
        }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        try {
            return super.read(into, offset, length);
        } catch (MemoryLimitException e) {
            throw tooMuch(e);
        }
    }

    private static IOException tooMuch(MemoryLimitException e) {
        return new UnpackMemoryException((long) e.getMemoryNeeded() << 10, (long) MOST_KIBIBYTES << 10, e);
    }
}
