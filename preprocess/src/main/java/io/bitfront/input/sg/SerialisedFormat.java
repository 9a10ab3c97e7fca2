package io.bitfront.input.sg;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.InputFormat;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// The serialised graph of the GAP benchmark suite. It has no magic; its header declares the size of the file.
public final class SerialisedFormat implements InputFormat {
    @Override
    public String word() {
        return "sg";
    }

    @Override
    public List<String> suffixes() {
        return List.of("sg");
    }

    @Override
    public Likeness likeness(FileHead head) {
        byte[] bytes = head.bytes();
        if (head.size() < 0 || bytes.length < SerialisedGraph.HEADER_BYTES || bytes[0] < 0 || bytes[0] > 1) {
            return Likeness.NONE;
        }
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long declared = SerialisedGraph.fileBytes(bytes[0] == 1, header.getLong(9), header.getLong(1));
        return declared == head.size() ? Likeness.CERTAIN : Likeness.NONE;
    }

    @Override
    public boolean mapped() {
        return true;
    }

    @Override
    public long memoryNeeded(InputFile input, ReadChoices choices) {
        return 0;
    }

    @Override
    public GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        return SerialisedGraph.read(input, choices.direction(), workers, progress, tuning.maxVertices());
    }
}
