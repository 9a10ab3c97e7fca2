package io.bitfront.input.source;

import java.io.IOException;
import java.io.InputStream;
import org.tukaani.xz.XZInputStream;

/// The only class that knows the library for xz, whose jar is sealed: an archive of classes that holds a
/// class of such a jar forbids to load another from the jar, once it lies elsewhere. A reference to [#of] loads and so
/// verifies this class, which loads the library's: callers call it.
final class XzInput {
    /// What a file may ask for: eight times what the highest of the usual levels takes. A few bytes can ask for
    /// gigabytes.
    private static final int MOST_KIBIBYTES = 512 << 10;

    private XzInput() {}

    static InputStream of(InputStream packed) throws IOException {
        return new XZInputStream(packed, MOST_KIBIBYTES);
    }
}
