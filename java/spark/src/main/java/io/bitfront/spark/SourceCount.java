package io.bitfront.spark;

import io.bitfront.cache.CacheFacts;
import io.bitfront.engine.ClosenessJob;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/// How many sources a job has, found without the graph. A list is read once and not kept.
///
/// @param count of a list: its lines that are not empty, comments among them, as a vertex may be called `#x`: at least
///     as many as it has ids
/// @param checksum of a list: CRC-32C of its bytes; else 0
record SourceCount(int count, int checksum) {
    static SourceCount of(ClosenessJob job, String list, CacheFacts cache, Configuration hadoop) {
        return switch (job.sources()) {
            case ClosenessJob.Sources.All _ -> new SourceCount(cache.vertexCount(), 0);
            case ClosenessJob.Sources.Sample sample ->
                new SourceCount(Math.min(sample.pivots(), cache.vertexCount()), 0);
            case ClosenessJob.Sources.Error _ ->
                throw new IllegalArgumentException(
                        "--sources error:E grows its sample as it goes: it takes one machine; say sample:K");
            case ClosenessJob.Sources.Listed _ -> ofList(list, hadoop);
        };
    }

    /// Of the file of a list.
    static SourceCount ofList(String list, Configuration hadoop) {
        Path path = new Path(list);
        CRC32C crc = new CRC32C();
        int count = 0;
        try (InputStream file = new SharedFolder(path.getParent().toString(), hadoop).open(path.getName());
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new CheckedInputStream(file, crc), StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    count = Math.addExact(count, 1);
                }
            }
        } catch (IOException e) {
            throw new ClusterException("read %s: %s".formatted(list, SharedFolder.firstLine(e)), e);
        }
        if (count == 0) {
            throw new ClusterException("%s: no vertex id, expected one per line".formatted(list));
        }
        return new SourceCount(count, (int) crc.getValue());
    }
}
