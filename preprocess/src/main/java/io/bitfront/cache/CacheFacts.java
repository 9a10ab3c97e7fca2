package io.bitfront.cache;

/// What the header of a `.bvss` file says of its graph.
///
/// @param edgeCount directed; an undirected edge counts twice
/// @param fileBytes size of the whole file
/// @param checksum CRC-32C of the header, and through the sections' own sums in it of the whole file
/// @param named whether vertices have names
public record CacheFacts(
        int vertexCount, long edgeCount, boolean directed, long fileBytes, int checksum, boolean named) {}
