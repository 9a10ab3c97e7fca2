package io.bitfront.input;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.List;

/// Reads the text formats: head, edges in parallel, then the numbering of the vertices where the head has none.
final class TextGraph {
    private TextGraph() {}

    static GraphInput read(
            InputFile input, DirectionChoice direction, Workers workers, Progress progress, Tuning tuning) {
        EdgeStore store = new EdgeStore(tuning.slabBytes());
        try (TextFeed feed = input.openText(tuning.chunkBytes())) {
            TextHead head = TextHead.read(feed, input.format(), tuning.maxVertices());
            List<ParsedChunk> chunks;
            try (Progress.Phase phase = progress.start("read", input.size(), "byte")) {
                chunks = new TextParsing(input, head, tuning).parse(feed, store, workers, phase);
            }
            VertexIds ids = head.vertexCount() == TextHead.UNKNOWN
                    ? new VertexNumbering(input.path(), store, workers, tuning.maxVertices()).number(chunks)
                    : new VertexIds.Range(head.rules().firstId(), head.vertexCount());
            return new GraphInput(
                    new TextEdges(store, chunks, ids.count()),
                    ids,
                    symmetrise(head, direction),
                    false,
                    input.format().word(),
                    note(input, head, direction));
        } catch (Throwable t) {
            store.close();
            throw t;
        }
    }

    private static boolean symmetrise(TextHead head, DirectionChoice direction) {
        return direction == DirectionChoice.UNDIRECTED || (direction == DirectionChoice.AS_FORMAT && head.symmetric());
    }

    private static String note(InputFile input, TextHead head, DirectionChoice direction) {
        String said = head.note();
        String aboutDirection = "";
        if (input.format() == GraphFormat.EDGES && direction == DirectionChoice.AS_FORMAT) {
            aboutDirection =
                    "an edge list is taken as directed; --undirected makes every edge stand for both directions";
        } else if (head.symmetric() && direction == DirectionChoice.DIRECTED) {
            aboutDirection = "symmetric storage is taken as directed: an entry stands for its own direction only";
        }
        return said.isEmpty() || aboutDirection.isEmpty() ? said + aboutDirection : said + "; " + aboutDirection;
    }
}
