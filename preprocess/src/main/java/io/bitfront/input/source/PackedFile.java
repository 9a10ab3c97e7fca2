package io.bitfront.input.source;

import io.bitfront.file.GraphFormatException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/// A compressed file, or a compressed tar archive of a SuiteSparse matrix, opened at its text: in a zip its only file,
/// in a tar archive `NAME/NAME.mtx` (companions such as `NAME_coord.mtx` and `NAME_b.mtx` are passed over).
/// Failures of the device surface as [UncheckedIOException], so that an `IOException` always means malformed
/// data.
public final class PackedFile implements AutoCloseable {
    /// Some libraries read byte by byte.
    private static final int BUFFER = 1 << 16;

    /// Names of an archive's files in a message.
    private static final int LISTED = 5;

    /// Of an entry of a tar archive, its name and attributes among them.
    private static final long MOST_HEADER_BYTES = 1 << 20;

    private final CountedInput input;
    private final InputStream text;
    private final String where;
    private final String member;

    public static PackedFile open(Path file, Packing packing) {
        CountedInput input = null;
        try {
            input = new CountedInput(Files.newInputStream(file));
            return new PackedFile(file, packing, input);
        } catch (Throwable t) {
            if (input != null) {
                input.close();
            }
            throw asDefect(file, t);
        }
    }

    private PackedFile(Path file, Packing packing, CountedInput input) throws IOException {
        this.input = input;
        InputStream unzipped = packing.compression().open(new BufferedInputStream(input, BUFFER));
        if (unzipped instanceof SoundInput sound && sound.zip() != null) {
            member = seekOnly(file, sound.zip());
            where = in(member);
            text = unzipped;
        } else if (packing.tar()) {
            BoundedInput bounded = new BoundedInput(unzipped);
            TarArchiveInputStream archive = new TarArchiveInputStream(bounded);
            member = seekMatrix(file, archive, bounded);
            where = in(member);
            text = archive;
        } else {
            member = "";
            where = "";
            text = unzipped;
        }
    }

    private static String in(String member) {
        return " (in %s)".formatted(Excerpt.ofName(member));
    }

    /// What a file that cannot be unpacked is told by.
    public static String problem(IOException failed) {
        return failed instanceof UnpackMemoryException
                ? failed.getMessage()
                : "the compressed data is corrupt (%s), expected a sound file".formatted(failed.getMessage());
    }

    private static RuntimeException asDefect(Path file, Throwable thrown) {
        return switch (thrown) {
            case EOFException _ ->
                new GraphFormatException(
                        file, 1, "the compressed data ends too early, expected a whole file (was it truncated?)");
            case IOException e -> new GraphFormatException(file, 1, problem(e));
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> new IllegalStateException(thrown);
        };
    }

    /// Moves to the only file of a zip and returns its name there.
    private static String seekOnly(Path file, ZipInputStream zip) throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipFile directory = new ZipFile(file.toFile())) {
            directory.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> !name.endsWith("/") && !name.startsWith("__MACOSX/"))
                    .forEach(names::add);
        } catch (ZipException e) {
            if (String.valueOf(e.getMessage()).contains("bad compression method")) {
                throw new GraphFormatException(
                        file, 0, "the zip is packed by another method, expected deflate or none");
            }
            throw new IOException(e.getMessage(), e);
        }
        if (names.size() != 1) {
            throw new GraphFormatException(
                    file,
                    0,
                    "the zip holds %s, expected one file"
                            .formatted(listed(
                                    names.stream()
                                            .limit(LISTED)
                                            .map(Excerpt::ofName)
                                            .toList(),
                                    names.size())));
        }
        ZipEntry entry = zip.getNextEntry();
        while (entry != null && !entry.getName().equals(names.getFirst())) {
            entry = zip.getNextEntry();
        }
        if (entry == null) {
            throw new IOException("its directory names a file that is not there");
        }
        return entry.getName();
    }

    /// Moves to the matrix of the archive and returns its name there.
    private static String seekMatrix(Path file, TarArchiveInputStream archive, BoundedInput bounded)
            throws IOException {
        List<String> names = new ArrayList<>();
        long files = 0;
        for (TarArchiveEntry entry = next(archive, bounded); entry != null; entry = next(archive, bounded)) {
            if (entry.isFile()) {
                if (isMatrix(file, entry.getName())) {
                    return entry.getName();
                }
                files++;
                if (names.size() < LISTED) {
                    names.add(Excerpt.ofName(entry.getName()));
                }
            }
        }
        throw new GraphFormatException(
                file, 0, "the archive holds %s, expected a matrix NAME/NAME.mtx".formatted(listed(names, files)));
    }

    /// The next entry, at its content. What stands before it is read whole: names of any length, and attributes.
    private static TarArchiveEntry next(TarArchiveInputStream archive, BoundedInput bounded) throws IOException {
        while (archive.getCurrentEntry() != null && archive.skip(Long.MAX_VALUE) > 0) {
            // Holes of sparse files are passed over at once.
        }
        bounded.left = MOST_HEADER_BYTES;
        TarArchiveEntry entry = archive.getNextEntry();
        bounded.left = Long.MAX_VALUE;
        return entry;
    }

    /// Whether an entry bears the name of its folder or, outside any, that of the archive.
    private static boolean isMatrix(Path file, String entry) {
        String[] parts = (entry.startsWith("./") ? entry.substring(2) : entry).split("/", -1);
        String folder = parts.length > 1 ? parts[parts.length - 2] : FileNames.stem(file);
        return parts[parts.length - 1].equals(folder + ".mtx");
    }

    private static String listed(List<String> names, long files) {
        if (names.isEmpty()) {
            return "no files";
        }
        String shown = String.join(", ", names);
        return files > names.size() ? shown + ", ... (%d files)".formatted(files) : shown;
    }

    public InputStream text() {
        return text;
    }

    /// The name of the file in an archive that is read, with its folders; empty where there is no archive.
    public String member() {
        return member;
    }

    /// What to add to a message to say where in the file its line is, or empty.
    public String where() {
        return where;
    }

    /// Compressed bytes read so far.
    public long consumedBytes() {
        return input.count;
    }

    @Override
    public void close() {
        try {
            text.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Fails where more is read than is left to be.
    private static final class BoundedInput extends BlockInput {
        private long left = Long.MAX_VALUE;

        BoundedInput(InputStream text) {
            super(text);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            take(read);
            return read;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = in.skip(count);
            take(skipped);
            return skipped;
        }

        private void take(long count) throws IOException {
            left -= Math.max(0, count);
            if (left < 0) {
                throw new IOException(
                        "a name or header in its archive has more than %d bytes".formatted(MOST_HEADER_BYTES));
            }
        }
    }

    /// Counts what is read, and marks failures of the device as such.
    private static final class CountedInput extends FilterInputStream {
        private long count;

        CountedInput(InputStream file) {
            super(file);
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            try {
                int read = in.read(into, offset, length);
                count += Math.max(read, 0);
                return read;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
