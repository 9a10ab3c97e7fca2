package io.bitfront.input.source;

import java.io.IOException;
import java.io.InputStream;
import org.tukaani.xz.XZInputStream;

/// The only class that knows the library for xz, whose jar is sealed: an archive of classes that holds a
/// class of such a jar forbids to load another from the jar, once it lies elsewhere. A reference to [#of] loads and so
/// verifies this class, which loads the library's: callers call it.
final class XzInput {
    private XzInput() {}

    static InputStream of(InputStream packed) throws IOException {
        return new XZInputStream(packed);
    }
}
