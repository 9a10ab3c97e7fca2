package io.bitfront.input.source;

/// How a text lies in its file.
///
/// @param tar whether what is compressed is a tar archive, as the SuiteSparse collection hands its matrices out
public record Packing(Compression compression, boolean tar) {
    /// As it is.
    public static final Packing NONE = new Packing(Compression.NONE, false);

    /// Whether the file is not the text itself.
    public boolean any() {
        return compression != Compression.NONE;
    }
}
