package io.bitfront.cli.html;

import io.bitfront.cli.report.Json;
import io.bitfront.file.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A result as one self-contained web page: its JSON, and the script, style and chart library (uPlot, whose
/// licence the page quotes) that draw it. It loads nothing from anywhere.
public final class HtmlReport {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");

    private HtmlReport() {}

    /// Writes the file whole or not at all.
    ///
    /// @param kind which drawing `report.js` chooses: `bfs`, `closeness` or `bench`
    /// @param data what that drawing reads, as JSON would show it
    public static void write(Path file, String kind, String title, Object data) {
        byte[] page = page(kind, title, data).getBytes(StandardCharsets.UTF_8);
        try (AtomicFile to = AtomicFile.create(file)) {
            to.writeAt(0, ByteBuffer.wrap(page));
            to.commit();
        }
    }

    /// What the page's script reads.
    private record Drawing(String kind, String title, Object data) {}

    static String page(String kind, String title, Object data) {
        String json = Json.compact(new Drawing(kind, title, data));
        Map<String, String> parts = Map.of(
                "title", escaped(title),
                "license", resource("uPlot-LICENSE.txt"),
                "uplot-css", resource("uPlot.min.css"),
                "css", resource("report.css"),
                "data", inScript(json),
                "uplot-js", resource("uPlot.iife.min.js"),
                "js", resource("report.js"));
        return PLACE.matcher(resource("report.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    /// JSON that neither ends a script element nor opens a comment in it.
    private static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String resource(String name) {
        try (InputStream stream = HtmlReport.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("this build of bitfront lacks its resource " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("read resource " + name, e);
        }
    }
}
