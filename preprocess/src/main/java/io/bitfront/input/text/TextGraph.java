package io.bitfront.input.text;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.edges.EdgeBalance;
import io.bitfront.input.edges.EdgeStore;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.edges.ParsedChunk;
import io.bitfront.input.edges.StoredEdges;
import io.bitfront.input.edges.VertexNumbering;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.List;

/// Reads the text formats: head, edges in parallel, then the numbering of the vertices where the head has none.
final class TextGraph {
    private final TextFormat format;
    private final TextFormat.Context context;
    private final InputFile input;
    private final DirectionChoice direction;
    private final Tuning tuning;

    TextGraph(TextFormat format, TextFormat.Context context, Tuning tuning) {
        this.format = format;
        this.context = context;
        this.input = context.input();
        this.direction = context.choices().direction();
        this.tuning = tuning;
    }

    GraphInput read(Workers workers, Progress progress) {
        EdgeStore store = new EdgeStore(tuning.slabBytes());
        try (TextFeed feed = TextFormat.open(input, tuning.chunkBytes())) {
            TextHead head = format.readHead(feed, context);
            List<ParsedChunk> chunks;
            VertexIds ids;
            try (NameTable names = head.rules().names() ? new NameTable() : null) {
                TextParsing parsing = new TextParsing(new TextAgain(format, context, tuning), head, names);
                try (Progress.Phase phase = progress.start("read", input.size(), "byte")) {
                    chunks = parsing.parse(feed, store, workers, phase);
                }
                ids = ids(head, chunks, names, new VertexNumbering(input.path(), store, workers, tuning.maxVertices()));
            }
            StoredEdges edges = new StoredEdges(store, chunks, ids.count());
            boolean bothWays = bothWays(head, edges, workers);
            boolean undirected = undirected(head, bothWays);
            return new GraphInput(
                    edges, ids, undirected && !bothWays, undirected && bothWays, format.word(), note(head, bothWays));
        } catch (Throwable t) {
            store.close();
            throw t;
        }
    }

    private static VertexIds ids(TextHead head, List<ParsedChunk> chunks, NameTable names, VertexNumbering numbering) {
        if (head.vertexCount() != TextHead.UNKNOWN) {
            return new VertexIds.Range(head.rules().firstId(), head.vertexCount());
        }
        return names == null ? numbering.number(chunks) : numbering.number(chunks, names);
    }

    /// Whether each edge stands there both ways, where it makes a difference.
    private boolean bothWays(TextHead head, StoredEdges edges, Workers workers) {
        if (head.rules().listsNeighbours()) {
            return EdgeBalance.of(edges, workers).even();
        }
        return direction == DirectionChoice.AS_FORMAT
                && !head.symmetric()
                && EdgeBalance.of(edges, workers).bothWays();
    }

    private boolean undirected(TextHead head, boolean bothWays) {
        return direction == DirectionChoice.UNDIRECTED
                || direction == DirectionChoice.AS_FORMAT && (head.symmetric() || bothWays);
    }

    private String note(TextHead head, boolean bothWays) {
        String said = head.note();
        String aboutDirection = "";
        if (head.rules().listsNeighbours()) {
            aboutDirection = aboutNeighbours(bothWays);
        } else if (bothWays) {
            aboutDirection = EdgeBalance.BOTH_WAYS;
        } else if (format == TextFormat.EDGES && direction == DirectionChoice.AS_FORMAT) {
            aboutDirection =
                    "an edge list is taken as directed; --undirected makes every edge stand for both directions";
        } else if (head.symmetric() && direction == DirectionChoice.DIRECTED) {
            aboutDirection = "symmetric storage is taken as directed: an entry stands for its own direction only";
        }
        return said.isEmpty() || aboutDirection.isEmpty() ? said + aboutDirection : said + "; " + aboutDirection;
    }

    private String aboutNeighbours(boolean bothWays) {
        if (direction == DirectionChoice.DIRECTED) {
            return "the graph is taken as directed: every edge goes the way it is listed";
        }
        return bothWays ? "" : "the file lists some edges at one end only: the other way is added";
    }
}
