package io.bitfront.input;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Recognises a format by the first bytes of a file.
final class ContentSniffer {
    private static final Pattern EDGE = Pattern.compile("[ \t]*\\d+([ \t]+|[ \t]*[,;][ \t]*)\\d+([ \t,;].*)?");
    private static final String BANNER = "%%MatrixMarket";

    private ContentSniffer() {}

    /// The format a file looks like, [GraphFormat#AUTO] where it is like none.
    ///
    /// @param size of the file, or -1 where it is not known
    static GraphFormat format(byte[] head, long size) {
        int begin = startsWith(head, 0, "\u00EF\u00BB\u00BF") ? 3 : 0;
        if (startsWith(head, begin, BANNER)) {
            return GraphFormat.MTX;
        }
        if (startsWith(head, 0, "PAR1")) {
            return GraphFormat.PARQUET;
        }
        if (isSerialised(head, size)) {
            return GraphFormat.SG;
        }
        return textFormat(new String(head, begin, head.length - begin, StandardCharsets.ISO_8859_1));
    }

    private static GraphFormat textFormat(String text) {
        boolean header = false;
        for (String line : text.split("\r?\n", -1)) {
            if (line.startsWith("p sp ")) {
                return GraphFormat.GR;
            }
            if (EDGE.matcher(line).matches()) {
                return GraphFormat.EDGES;
            }
            boolean passed = line.isBlank() || line.startsWith("c") || EdgeListHead.isComment(line);
            if (!passed && (header || !EdgeListHead.isHeader(line))) {
                return GraphFormat.AUTO;
            }
            header |= !passed;
        }
        return GraphFormat.AUTO;
    }

    /// Whether the header of a `.sg` file declares exactly the size that the file has.
    private static boolean isSerialised(byte[] head, long size) {
        if (size < 0 || head.length < SerialisedGraph.HEADER_BYTES || head[0] < 0 || head[0] > 1) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        return SerialisedGraph.fileBytes(head[0] == 1, header.getLong(9), header.getLong(1)) == size;
    }

    /// Whether ASCII text stands at `at`, in any case.
    static boolean startsWith(byte[] bytes, int at, String text) {
        if (at + text.length() > bytes.length) {
            return false;
        }
        String found = new String(bytes, at, text.length(), StandardCharsets.ISO_8859_1);
        return found.equalsIgnoreCase(text);
    }
}
