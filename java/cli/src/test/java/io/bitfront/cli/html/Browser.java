package io.bitfront.cli.html;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.htmlunit.BrowserVersion;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlPage;

/// Opens a page and returns its document as it stands once its scripts have run.
interface Browser {
    String html(Path page, int width) throws Exception;

    /// Environment variable that names a Chromium to test with.
    String CHROMIUM = "CHROMIUM";

    /// HtmlUnit, which needs nothing but the JVM, and the Chromium that [#CHROMIUM] names. One that merely lies on the
    /// path may not start there at all: what a test runs must not depend on it.
    static List<Browser> all() {
        String chromium = System.getenv().getOrDefault(CHROMIUM, "");
        return chromium.isBlank() ? List.of(new InTheJvm()) : List.of(new InTheJvm(), new Chromium(Path.of(chromium)));
    }

    /// Its JavaScript is too old for the chart library, whose place is taken by one that looks at what it is given.
    final class InTheJvm implements Browser {
        private static final Pattern LIBRARY =
                Pattern.compile("<script>/\\*! https://github.com/leeoniya/uPlot.*?</script>", Pattern.DOTALL);

        private static final String CHECKING_LIBRARY = """
                <script>
                function uPlot(options, data, holder) {
                  if (data.length !== options.series.length) throw new Error("series without values");
                  data.forEach(function(values, index) {
                    if (values.length !== data[0].length || values.length === 0) throw new Error("values without a place");
                    values.forEach(function(value) {
                      if (value !== null && !isFinite(value)) throw new Error("no number in " + options.series[index].label);
                      if (options.series[index].value(this, value) === undefined) throw new Error("value not shown");
                    });
                  });
                  if (!(options.width > 0 && options.height > 0)) throw new Error("no size");
                  holder.appendChild(document.createElement("canvas"));
                  options.series.forEach(function(one) {
                    holder.appendChild(document.createElement("span")).textContent = one.label;
                  });
                }
                uPlot.paths = { bars: function() { return function() {}; } };
                </script>
                """;

        @Override
        public String html(Path page, int width) throws IOException {
            Path copy = page.resolveSibling("in-the-jvm-" + page.getFileName());
            Matcher library = LIBRARY.matcher(Files.readString(page));
            if (!library.find()) {
                throw new AssertionError(page + " does not hold the chart library");
            }
            Files.writeString(copy, library.replaceFirst(Matcher.quoteReplacement(CHECKING_LIBRARY)));
            try (WebClient client = new WebClient(BrowserVersion.CHROME)) {
                client.getOptions().setThrowExceptionOnScriptError(true);
                client.getOptions().setCssEnabled(false);
                HtmlPage opened = client.getPage(copy.toUri().toURL());
                return opened.asXml();
            }
        }

        @Override
        public String toString() {
            return "HtmlUnit";
        }
    }

    /// @param program its path
    record Chromium(Path program) implements Browser {
        @Override
        public String html(Path page, int width) throws IOException, InterruptedException {
            Path dom = page.resolveSibling("dom-" + width + ".html");
            // A profile is never shared: a second Chromium would hand its page to the first.
            Path home = Files.createTempDirectory(page.getParent(), "home");
            Path said = home.resolve("said.txt");
            ProcessBuilder builder = new ProcessBuilder(
                            program.toString(),
                            "--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync",
                            "--user-data-dir=" + home.resolve("profile"),
                            "--virtual-time-budget=4000",
                            "--window-size=%d,900".formatted(width),
                            "--dump-dom",
                            page.toUri().toString())
                    .redirectOutput(dom.toFile())
                    .redirectError(said.toFile());
            builder.environment().put("HOME", home.toString());
            // It makes a socket there, whose path has to be shorter than that of a test's folder may be.
            Path sockets = Files.createTempDirectory(Path.of("/tmp"), "bitfront");
            builder.environment().put("TMPDIR", sockets.toString());
            Process process = builder.start();
            try {
                return document(process, dom, said);
            } finally {
                process.destroyForcibly().waitFor();
                FileUtils.deleteQuietly(sockets.toFile());
            }
        }

        private String document(Process process, Path dom, Path said) throws IOException, InterruptedException {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError(program + " did not finish: " + Files.readString(said));
            }
            if (process.exitValue() != 0 || Files.size(dom) == 0) {
                throw new AssertionError("%s ended with %d and a page of %,d bytes: %s"
                        .formatted(program, process.exitValue(), Files.size(dom), Files.readString(said)));
            }
            return Files.readString(dom, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return "Chromium";
        }
    }
}
