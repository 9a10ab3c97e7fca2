package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/// The measured costs of levels of one graph on one kind of GPU, beside the graph's cache:
/// `web.bvss.nvidia-h200.costs` beside `web.bvss`, and a file of its own for each kind of batch,
/// `web.bvss.nvidia-h200.multi-wide-1024-32.costs`. Lines of UTF-8, each ended by a line feed, in this order:
///
/// | line | meaning |
/// |------|---------|
/// | `bitfront costs 1` | the format's version |
/// | `gpu NVIDIA H200` | the GPU's name |
/// | `cache 0a1b2c3d` | checksum of the cache ([Graph.Origin]) |
/// | `kernels 0a1b2c3d` | CRC-32C of the compiled kernels that were measured |
/// | `push-level 5600.0` and so on | [LevelCost], nanoseconds; of batches [BatchCost], picoseconds |
/// | `sum 0a1b2c3d` | CRC-32C of all bytes before this line |
///
/// @param gpu name of the GPU
/// @param cache checksum of the graph's cache
/// @param kernels checksum of the compiled kernels
record CalibrationFile<C>(Path file, String gpu, int cache, int kernels, CostKind<C> kind) {
    private static final String FORMAT = "bitfront costs ";
    private static final String VERSION = "1";
    private static final int FACTS = 4;

    static <C> CalibrationFile<C> beside(Graph.Origin cache, String gpu, byte[] kernelImage, CostKind<C> kind) {
        String name = "%s.%s.%scosts"
                .formatted(
                        cache.file().getFileName(),
                        gpu.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"),
                        kind.suffix());
        return new CalibrationFile<>(cache.file().resolveSibling(name), gpu, cache.checksum(), crc(kernelImage), kind);
    }

    /// What was found in place of costs.
    ///
    /// @param costs null where there are none that fit
    /// @param problem why the file cannot be used, in one line, or null; a file that is not there is no
    ///     problem
    record Found<C>(C costs, String problem) {}

    Found<C> read() {
        String foreign = Ownership.ofThisProcess().whyNotOwnFile(file);
        if (foreign != null) {
            return new Found<>(null, foreign);
        }
        try {
            String text = Files.readString(file);
            return parse(text);
        } catch (NoSuchFileException e) {
            return new Found<>(null, null);
        } catch (IOException e) {
            return unusable(FileException.of("read", file, e).getMessage());
        }
    }

    private Found<C> parse(String text) {
        int last = text.lastIndexOf('\n', Math.max(0, text.length() - 2)) + 1;
        String body = text.substring(0, last);
        if (!text.startsWith(FORMAT) || !text.substring(last).equals(sumLine(body))) {
            return unusable("it is damaged");
        }
        List<String> lines = body.lines().toList();
        if (!lines.getFirst().equals(FORMAT + VERSION)) {
            return unusable(
                    "its version is %s, expected %s".formatted(lines.getFirst().substring(FORMAT.length()), VERSION));
        }
        if (lines.size() < FACTS) {
            return unusable("it ends early");
        }
        List<String> facts = facts();
        for (int i = 0; i < facts.size(); i++) {
            if (!lines.get(i).equals(facts.get(i))) {
                return unusable("it is for %s, not %s".formatted(lines.get(i), facts.get(i)));
            }
        }
        return values(lines.subList(FACTS, lines.size()));
    }

    private Found<C> values(List<String> lines) {
        double[] values = new double[lines.size()];
        try {
            for (int i = 0; i < values.length; i++) {
                String name = i < kind.names().size() ? kind.names().get(i) + " " : " ";
                if (!lines.get(i).startsWith(name)) {
                    return unusable("it has no %s".formatted(name.strip()));
                }
                values[i] = Double.parseDouble(lines.get(i).substring(name.length()));
            }
            return new Found<>(kind.of().apply(values), null);
        } catch (IllegalArgumentException e) {
            return unusable(e.getMessage());
        }
    }

    private Found<C> unusable(String why) {
        return new Found<>(null, "%s: %s".formatted(file, why));
    }

    private List<String> facts() {
        return List.of(
                FORMAT + VERSION, "gpu " + gpu, "cache %08x".formatted(cache), "kernels %08x".formatted(kernels));
    }

    /// Keeps costs for later runs.
    ///
    /// @throws FileException in one line, where they cannot be kept
    void write(C costs) {
        StringBuilder body = new StringBuilder();
        facts().forEach(fact -> body.append(fact).append('\n'));
        double[] values = kind.values().apply(costs);
        for (int i = 0; i < values.length; i++) {
            body.append(kind.names().get(i)).append(' ').append(values[i]).append('\n');
        }
        String text = body + sumLine(body.toString());
        try (AtomicFile to = AtomicFile.replacing(file)) {
            to.writeAt(0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            to.commit();
        }
    }

    private static String sumLine(String body) {
        return "sum %08x".formatted(crc(body.getBytes(StandardCharsets.UTF_8))) + '\n';
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
