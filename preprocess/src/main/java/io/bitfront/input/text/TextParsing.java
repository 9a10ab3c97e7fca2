package io.bitfront.input.text;

import io.bitfront.input.edges.EdgeStore;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.edges.ParsedChunk;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Parses the chunks of a text with all workers, and names the first line of the text that is wrong: chunks are
/// dealt in order, and none that lies before a malformed one is left out.
final class TextParsing {
    private final TextAgain text;
    private final TextHead head;
    private final NameTable names;

    /// @param names null where vertices have none
    TextParsing(TextAgain text, TextHead head, NameTable names) {
        this.text = text;
        this.head = head;
        this.names = names;
    }

    /// Parses what is left of the text into the store; chunks in the order of the text.
    List<ParsedChunk> parse(TextFeed feed, EdgeStore store, Workers workers, Progress.Phase phase) {
        List<ParsedChunk> chunks = new ArrayList<>();
        AtomicInteger firstMalformed = new AtomicInteger(Integer.MAX_VALUE);
        workers.onEach(_ -> {
            List<ParsedChunk> parsed = parseSome(feed, store.writer(), firstMalformed, phase);
            synchronized (chunks) {
                chunks.addAll(parsed);
            }
        });
        chunks.sort(Comparator.comparingInt(chunk -> chunk.index));
        if (head.rules().listsNeighbours()) {
            new RowCheck(text, head).check(feed, chunks);
            nameSources(chunks, workers);
        } else {
            check(feed, chunks);
        }
        return chunks;
    }

    /// Raises the sources of each chunk by the vertices whose neighbours were listed before it.
    private static void nameSources(List<ParsedChunk> chunks, Workers workers) {
        int[] before = new int[chunks.size() + 1];
        for (int i = 0; i < chunks.size(); i++) {
            before[i + 1] = before[i] + chunks.get(i).rows;
        }
        workers.forRange(
                0, chunks.size(), 1, (_, i, _) -> chunks.get((int) i).edges().raiseSources(before[(int) i]));
    }

    private List<ParsedChunk> parseSome(
            TextFeed feed, EdgeStore.Writer writer, AtomicInteger firstMalformed, Progress.Phase phase) {
        List<ParsedChunk> parsed = new ArrayList<>();
        Chunk chunk = new Chunk(text.chunkBytes());
        LineParser parser = LineParser.of(head.rules(), names);
        try {
            while (feed.next(chunk) && chunk.index < firstMalformed.get()) {
                parser.parse(chunk);
                if (parser.defect != null) {
                    firstMalformed.accumulateAndGet(chunk.index, Math::min);
                }
                parsed.add(writer.write(chunk.index, parser));
                phase.advance(chunk.consumed);
            }
        } catch (Throwable t) {
            firstMalformed.set(-1);
            throw t;
        }
        return parsed;
    }

    private void check(TextFeed feed, List<ParsedChunk> chunks) {
        long line = feed.headLines();
        long entries = 0;
        for (ParsedChunk chunk : chunks) {
            long before = entries;
            entries += chunk.edges().count();
            if (head.entries() != TextHead.UNKNOWN && entries > head.entries()) {
                int surplus = Math.toIntExact(head.entries() - before + 1);
                throw feed.defect(
                        line + lineOfEntry(text.chunk(chunk.index), surplus),
                        "this is entry %d, expected %d as line %d declares"
                                .formatted(head.entries() + 1, head.entries(), head.declaredAt()));
            }
            line += chunk.lines;
            if (chunk.defect != null) {
                throw feed.defect(line, chunk.defect);
            }
        }
        if (head.entries() != TextHead.UNKNOWN && entries < head.entries()) {
            throw feed.defect(
                    line,
                    "the text ends after entry %d, expected %d entries as line %d declares"
                            .formatted(entries, head.entries(), head.declaredAt()));
        }
        if (entries == 0 && head.vertexCount() == TextHead.UNKNOWN) {
            throw feed.defect(line, "the text ends without an edge, expected lines of two vertices");
        }
    }

    /// Line within a chunk, from 1, of its `entry`-th edge.
    private int lineOfEntry(Chunk chunk, int entry) {
        EdgeLine reader = new EdgeLine(head.rules());
        int line = 0;
        int seen = 0;
        for (int p = 0; seen < entry; line++) {
            int lineFeed = p;
            while (chunk.bytes[lineFeed] != '\n') {
                lineFeed++;
            }
            if (reader.read(chunk.bytes, p, lineFeed) == EdgeLine.Outcome.EDGE) {
                seen++;
            }
            p = lineFeed + 1;
        }
        return line;
    }
}
