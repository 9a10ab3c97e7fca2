package io.bitfront.input.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream over another one that says how blocks are read; single bytes are blocks of one.
abstract class BlockInput extends FilterInputStream {
    BlockInput(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public abstract int read(byte[] into, int offset, int length) throws IOException;
}
