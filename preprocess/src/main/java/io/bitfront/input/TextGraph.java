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
            TextEdges edges = new TextEdges(store, chunks, ids.count());
            boolean undirected = undirected(head, direction);
            boolean bothWays = head.rules().listsNeighbours() && EdgeBalance.even(edges, workers);
            return new GraphInput(
                    edges,
                    ids,
                    undirected && !bothWays,
                    undirected && bothWays,
                    input.format().word(),
                    note(input, head, direction, bothWays));
        } catch (Throwable t) {
            store.close();
            throw t;
        }
    }

    private static boolean undirected(TextHead head, DirectionChoice direction) {
        return direction == DirectionChoice.UNDIRECTED || (direction == DirectionChoice.AS_FORMAT && head.symmetric());
    }

    private static String note(InputFile input, TextHead head, DirectionChoice direction, boolean bothWays) {
        String said = head.note();
        String aboutDirection = "";
        if (head.rules().listsNeighbours()) {
            aboutDirection = aboutNeighbours(direction, bothWays);
        } else if (input.format() == GraphFormat.EDGES && direction == DirectionChoice.AS_FORMAT) {
            aboutDirection =
                    "an edge list is taken as directed; --undirected makes every edge stand for both directions";
        } else if (head.symmetric() && direction == DirectionChoice.DIRECTED) {
            aboutDirection = "symmetric storage is taken as directed: an entry stands for its own direction only";
        }
        return said.isEmpty() || aboutDirection.isEmpty() ? said + aboutDirection : said + "; " + aboutDirection;
    }

    private static String aboutNeighbours(DirectionChoice direction, boolean bothWays) {
        if (direction == DirectionChoice.DIRECTED) {
            return "the graph is taken as directed: every edge goes the way it is listed";
        }
        return bothWays ? "" : "the file lists some edges at one end only: the other way is added";
    }
}
