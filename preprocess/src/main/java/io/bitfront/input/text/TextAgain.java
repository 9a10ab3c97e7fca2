package io.bitfront.input.text;

import io.bitfront.input.source.Tuning;

/// A text that can be read once more, to find the line of a defect that shows only later: this happens only once.
record TextAgain(TextFormat format, TextFormat.Context context, Tuning tuning) {
    int chunkBytes() {
        return tuning.chunkBytes();
    }

    /// The chunk of this index.
    Chunk chunk(int index) {
        try (TextFeed again = TextFormat.open(context.input(), tuning.chunkBytes())) {
            format.readHead(again, context);
            Chunk chunk = new Chunk(tuning.chunkBytes());
            do {
                again.next(chunk);
            } while (chunk.index < index);
            return chunk;
        }
    }
}
