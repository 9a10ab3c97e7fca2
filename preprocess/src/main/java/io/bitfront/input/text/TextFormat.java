package io.bitfront.input.text;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.InputFormat;
import io.bitfront.input.source.PackedFile;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/// The formats that are text: what differs is the head, and the rules for lines that it gives.
public final class TextFormat implements InputFormat {
    /// MatrixMarket, coordinate storage.
    public static final TextFormat MTX = new TextFormat(
            "mtx",
            List.of("mtx"),
            MatrixMarketHead::likeness,
            (feed, context) -> MatrixMarketHead.read(feed, context.maxVertices()));
    /// One edge a line.
    public static final TextFormat EDGES = new TextFormat(
            "edges",
            List.of("el", "txt", "tsv", "csv", "edges"),
            EdgeListHead::likeness,
            (feed, context) -> EdgeListHead.read(feed, context));
    /// DIMACS shortest-path graph.
    public static final TextFormat GR = new TextFormat(
            "gr", List.of("gr"), DimacsHead::likeness, (feed, context) -> DimacsHead.read(feed, context.maxVertices()));
    /// METIS: a line of neighbours for each vertex.
    public static final TextFormat METIS = new TextFormat(
            "metis",
            List.of("graph", "metis"),
            MetisHead::likeness,
            (feed, context) -> MetisHead.read(feed, context.maxVertices()));

    /// Reads what stands before the edges.
    @FunctionalInterface
    private interface HeadReader {
        TextHead read(TextFeed feed, Context context);
    }

    /// What a head is read by, beside its text.
    record Context(InputFile input, ReadChoices choices, int maxVertices) {}

    private final String word;
    private final List<String> suffixes;
    private final Function<FileHead, Likeness> likeness;
    private final HeadReader head;

    private TextFormat(String word, List<String> suffixes, Function<FileHead, Likeness> likeness, HeadReader head) {
        this.word = word;
        this.suffixes = suffixes;
        this.likeness = likeness;
        this.head = head;
    }

    @Override
    public String word() {
        return word;
    }

    @Override
    public List<String> suffixes() {
        return suffixes;
    }

    @Override
    public Likeness likeness(FileHead start) {
        return likeness.apply(start);
    }

    @Override
    public String expectation(Path file) {
        return "a text of format " + word;
    }

    @Override
    public boolean general() {
        return this == EDGES;
    }

    @Override
    public boolean hasColumns() {
        return this == EDGES;
    }

    @Override
    public boolean archived() {
        return this == MTX;
    }

    /// The head of a text, read up to its first edge line.
    TextHead readHead(TextFeed feed, Context context) {
        return head.read(feed, context);
    }

    /// Opens the text of a file.
    static TextFeed open(InputFile input, int chunkBytes) {
        if (input.packing().any()) {
            return new StreamedText(input.path(), chunkBytes, PackedFile.open(input.path(), input.packing()));
        }
        try {
            return new MappedText(input.path(), chunkBytes);
        } catch (IOException e) {
            throw GraphFormatException.unreadable(input.path(), e);
        }
    }

    @Override
    public long memoryNeeded(InputFile input, ReadChoices choices) {
        return new MemoryEstimate(this, new Context(input, choices, Integer.MAX_VALUE)).bytes();
    }

    @Override
    public GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        return new TextGraph(this, new Context(input, choices, tuning.maxVertices()), tuning).read(workers, progress);
    }
}
