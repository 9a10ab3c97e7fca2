package io.bitfront.cli.output;

import io.bitfront.cli.report.Json;
import io.bitfront.file.AtomicFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A file of one JSON object.
public final class JsonFile {
    private JsonFile() {}

    /// Writes the file whole or not at all.
    public static void write(Path path, Object value) {
        byte[] json = (Json.pretty(value) + "\n").getBytes(StandardCharsets.UTF_8);
        try (AtomicFile file = AtomicFile.create(path)) {
            file.writeAt(0, ByteBuffer.wrap(json));
            file.commit();
        }
    }
}
