package io.bitfront.input.webgraph;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.InputFormat;
import io.bitfront.input.source.Tuning;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// WebGraph's BVGraph. METIS has its suffix, too; this one lies beside a file that names its class.
public final class WebGraphFormat implements InputFormat {
    @Override
    public String word() {
        return "webgraph";
    }

    @Override
    public List<String> suffixes() {
        return List.of("graph");
    }

    @Override
    public Likeness likeness(FileHead head) {
        Path properties = WebGraphProperties.fileOf(head.path());
        if (head.size() < 0 || !Files.isRegularFile(properties)) {
            return Likeness.NONE;
        }
        String text = new String(InputFile.headOf(properties), StandardCharsets.ISO_8859_1);
        return text.contains("graphclass") ? Likeness.LIKELY : Likeness.NONE;
    }

    @Override
    public String expectation(Path file) {
        return "a WebGraph graph with %s beside it"
                .formatted(WebGraphProperties.fileOf(file).getFileName());
    }

    @Override
    public List<Path> beside(Path file) {
        return Stream.of(WebGraphProperties.fileOf(file), WebGraphProperties.offsetsOf(file))
                .filter(Files::isRegularFile)
                .toList();
    }

    @Override
    public boolean mapped() {
        return true;
    }

    /// The offsets of the lists.
    @Override
    public long memoryNeeded(InputFile input, ReadChoices choices) {
        return (WebGraphProperties.read(input.path(), Integer.MAX_VALUE).vertices() + 1L) * LongArray.BYTES;
    }

    @Override
    public GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        return WebGraph.read(input, choices.direction(), workers, progress, tuning.maxVertices());
    }
}
