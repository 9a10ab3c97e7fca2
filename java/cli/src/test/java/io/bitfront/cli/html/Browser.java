package io.bitfront.cli.html;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.htmlunit.BrowserVersion;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlPage;

/// Opens a page and returns its document as it stands once its scripts have run.
interface Browser {
    String html(Path page, int width) throws Exception;

    /// HtmlUnit, which needs nothing but the JVM, and Chromium where it is installed.
    static List<Browser> all() {
        List<Browser> browsers = new ArrayList<>(List.of(new InTheJvm()));
        Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of(Path.of(folder, "chromium"), Path.of(folder, "google-chrome")))
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(program -> browsers.add(new Chromium(program)));
        return browsers;
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
            Path home = Files.createDirectories(page.resolveSibling("home"));
            ProcessBuilder builder = new ProcessBuilder(
                            program.toString(),
                            "--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--user-data-dir=" + home.resolve("profile"),
                            "--virtual-time-budget=4000",
                            "--window-size=%d,900".formatted(width),
                            "--dump-dom",
                            page.toUri().toString())
                    .redirectOutput(dom.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            // What it keeps there goes with the test's folder.
            builder.environment().put("HOME", home.toString());
            builder.environment().put("TMPDIR", home.toString());
            Process process = builder.start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("chromium did not finish");
            }
            return Files.readString(dom, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return "Chromium";
        }
    }
}
