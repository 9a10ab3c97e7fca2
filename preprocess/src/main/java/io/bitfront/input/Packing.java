package io.bitfront.input;

/// How a text lies in its file.
enum Packing {
    NONE,
    GZIP,
    /// A gzipped tar archive, as the SuiteSparse collection hands its matrices out.
    TAR_GZIP
}
