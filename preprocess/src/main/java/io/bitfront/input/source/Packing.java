package io.bitfront.input.source;

/// How a text lies in its file.
public enum Packing {
    NONE,
    GZIP,
    /// A gzipped tar archive, as the SuiteSparse collection hands its matrices out.
    TAR_GZIP
}
