package io.bitfront.input.text;

import io.bitfront.input.edges.EdgeBlock;
import io.bitfront.input.edges.EdgeMemory;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.source.InputFile;

/// How much memory reading a text will hold at most. Exact where a header declares the entries; an edge list is
/// sampled, at even distances or, where it is compressed, at its beginning.
final class MemoryEstimate {
    private static final int SAMPLES = 64;
    private static final int SAMPLE_BYTES = 1 << 16;
    private static final int SHORTEST_LINE = "1 1\n".length();
    private static final int SHORTEST_NEIGHBOUR = "1 ".length();
    /// More than compression shrinks lines that differ.
    private static final long BEST_COMPRESSION = 1 << 13;
    /// How much better the rest of a file may be compressed than its beginning.
    private static final double COMPRESSION_MARGIN = 1.3;

    private static final double SAMPLING_MARGIN = 1.1;

    private final InputFile input;
    private final TextFormat format;
    private final TextFormat.Context context;
    private long sampledBytes;
    private long sampledEdges;
    private long sampledIds;

    MemoryEstimate(TextFormat format, TextFormat.Context context) {
        this.input = context.input();
        this.context = context;
        this.format = format;
    }

    long bytes() {
        try (TextFeed feed = TextFormat.open(input, SAMPLE_BYTES)) {
            TextHead head = format.readHead(feed, context);
            if (head.entries() != TextHead.UNKNOWN) {
                return EdgeMemory.workers()
                        + EdgeBlock.bytes(1, false) * Math.min(head.entries(), mostEntries(head.rules()));
            }
            try (NameTable names = head.rules().names() ? new NameTable() : null) {
                double textBytes = sample(feed, head.rules(), names);
                long edges = (long) (SAMPLING_MARGIN * textBytes * sampledEdges / Math.max(sampledBytes, 1)) + 1;
                return names == null ? EdgeMemory.ofIds(edges, sampledIds) : EdgeMemory.ofNames(edges, names);
            }
        }
    }

    private long mostEntries(LineRules rules) {
        int shortest = rules.listsNeighbours() ? SHORTEST_NEIGHBOUR : SHORTEST_LINE;
        return input.size() / shortest * (input.packing().any() ? BEST_COMPRESSION : 1);
    }

    /// Parses some chunks and returns the size of the whole text, estimated where it is compressed. Malformed
    /// lines are left to the reading proper.
    private double sample(TextFeed feed, LineRules rules, NameTable names) {
        Chunk chunk = new Chunk(SAMPLE_BYTES);
        LineParser parser = LineParser.of(rules, names);
        long consumed = 0;
        boolean more = feed.next(chunk);
        for (int samples = 0; more && samples < SAMPLES; samples++) {
            parser.parse(chunk);
            consumed += chunk.consumed;
            sampledBytes += chunk.length;
            sampledEdges += parser.count;
            sampledIds |= parser.allIds;
            if (feed instanceof MappedText mapped) {
                mapped.skipChunks(input.size() / SAMPLE_BYTES / SAMPLES);
            }
            more = feed.next(chunk);
        }
        if (feed instanceof MappedText) {
            return input.size();
        }
        return more ? COMPRESSION_MARGIN * sampledBytes * input.size() / Math.max(consumed, 1) : sampledBytes;
    }
}
