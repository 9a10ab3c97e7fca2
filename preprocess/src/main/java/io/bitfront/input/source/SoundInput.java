package io.bitfront.input.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.ZipInputStream;

/// What a library unpacks: whatever it throws about malformed data is an [IOException], about data that ends too early
/// an [EOFException].
final class SoundInput extends BlockInput {
    SoundInput(InputStream unpacked) {
        super(unpacked);
    }

    /// The zip that is unpacked; null where it is none.
    ZipInputStream zip() {
        return in instanceof ZipInputStream zip ? zip : null;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        try {
            return in.read(into, offset, length);
        } catch (UncheckedIOException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            String lower = message.toLowerCase(Locale.ROOT);
            if (e instanceof EOFException
                    || lower.contains("premature end")
                    || lower.contains("unexpected end")
                    || lower.contains("not enough input")
                    || lower.contains("truncated")) {
                throw new EOFException(message);
            }
            if (lower.contains("window size too large")) {
                throw new IOException("its window is above 8 MB, which only zstd -dc --long=31 FILE unpacks", e);
            }
            throw e instanceof IOException failure ? failure : new IOException(message, e);
        }
    }
}
