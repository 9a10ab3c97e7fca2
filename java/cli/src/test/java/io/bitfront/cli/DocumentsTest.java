package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs what README and docs tell people to type. The word behind a block's three ticks says what it is: `console`
/// (run here; lines without `$` are what is printed, `...` anything), `console` with the reason why not, of which
/// `long` runs small elsewhere ([DocumentedMeasurementsTest]), `java` (compiled and run; a `text` block behind it is
/// its output), `xml` (coordinates), `python` (not run) or `text`.
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("bitfront.root"));
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```([^\\n`]*)\\n(.*?)^```$");
    private static final List<String> NOT_RUN = List.of(
            "python",
            "console build",
            "console install",
            "console cluster",
            "console gpu",
            "console network",
            "console long");

    @TempDir
    private static Path folder;

    record Block(Path document, int number, String kind, String text) {
        @Override
        public String toString() {
            return "%s, block %d (%s)".formatted(ROOT.relativize(document), number, kind);
        }
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path document : documents()) {
            Matcher matcher = BLOCK.matcher(Files.readString(document));
            for (int number = 1; matcher.find(); number++) {
                blocks.add(new Block(document, number, matcher.group(1).strip(), matcher.group(2)));
            }
        }
        return blocks;
    }

    static List<Block> consoles() throws IOException {
        return blocks().stream().filter(block -> block.kind.equals("console")).toList();
    }

    /// The graphs that the documents speak of, small.
    @BeforeAll
    static void makeTheirGraphs() throws IOException {
        Files.writeString(folder.resolve("friends.csv"), """
            id,from,to
            1,anna,bob
            2,bob,carla
            3,carla,dora
            4,dora,anna
            5,dora,emil
            6,emil,fritz
            7,gerd,hilda
            """);
        int width = 25;
        int vertices = 600;
        List<String> arcs = new ArrayList<>();
        for (int v = 1; v <= vertices; v++) {
            for (int next : new int[] {v % width == 0 ? 0 : v + 1, v + width > vertices ? 0 : v + width}) {
                if (next > 0) {
                    arcs.add("a %d %d 1\na %d %d 1\n".formatted(v, next, next, v));
                }
            }
        }
        Files.writeString(
                folder.resolve("roads.gr"),
                "p sp %d %d\n%s".formatted(vertices, 2 * arcs.size(), String.join("", arcs)));
        Files.writeString(
                folder.resolve("hundred.txt"),
                Stream.iterate(6, id -> id + 6).limit(100).map(Object::toString).collect(Collectors.joining("\n")));
        for (String made : List.of("kron --scale 10 -o web.mtx", "kron --scale 10 -o huge.bvss")) {
            assertThat(run("generate " + made + " --quiet").exitCode()).as(made).isZero();
        }
    }

    private static Finished run(String words) {
        return new Session(folder).run(words.split(" +"));
    }

    @ParameterizedTest
    @MethodSource("consoles")
    void runsWhatIsTyped(Block block) {
        List<String> expected = new ArrayList<>();
        Finished last = null;
        for (String line : block.text.replace("\\\n", " ").lines().toList()) {
            if (line.startsWith("$ ")) {
                check(block, last, expected);
                String typed = line.substring(2).replaceFirst(" +# .*", "");
                assertThat(typed)
                        .as("%s: commands of other programs need a reason".formatted(block))
                        .startsWith("bitfront ");
                last = run(typed.substring("bitfront ".length()));
                assertThat(last.exitCode())
                        .as("%s: %s%n%s", block, typed, last.err())
                        .isZero();
                expected.clear();
            } else if (!line.startsWith("# ")) {
                expected.add(line);
            }
        }
        assertThat(last).as("%s types nothing", block).isNotNull();
        check(block, last, expected);
    }

    /// In order; blanks count once, as columns are as wide as what is in them.
    private static void check(Block block, Finished last, List<String> expected) {
        if (last == null) {
            return;
        }
        List<String> printed = last.out().lines().map(DocumentsTest::plain).toList();
        int at = 0;
        for (String line : expected) {
            String wanted = plain(line);
            if (!wanted.isEmpty() && !wanted.equals("...")) {
                List<String> rest = printed.subList(at, printed.size());
                assertThat(rest).as("%s prints", block).contains(wanted);
                at += rest.indexOf(wanted) + 1;
            }
        }
    }

    private static String plain(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    @Test
    void compilesAndRunsThePrograms() throws Exception {
        List<Block> blocks = blocks();
        int programs = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).kind.equals("java")) {
                String output = output(blocks.get(i));
                assertThat(blocks.get(i + 1).kind).isEqualTo("text");
                assertThat(output).as(blocks.get(i).toString()).isEqualTo(blocks.get(i + 1).text);
                programs++;
            }
        }
        assertThat(programs).isPositive();
    }

    private static String output(Block block) throws Exception {
        Matcher name = Pattern.compile("class (\\w+)").matcher(block.text);
        assertThat(name.find()).as("%s is a whole program", block).isTrue();
        Path source = Files.writeString(folder.resolve(name.group(1) + ".java"), block.text);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        said,
                        said,
                        "-Xlint:all,-path",
                        "-Werror",
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(code)
                .as("%s: %s", block, said.toString(StandardCharsets.UTF_8))
                .isZero();
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(name.group(1)).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void namesOneVersionEverywhere() throws IOException {
        Matcher version =
                Pattern.compile("(?m)^  <version>(.*)</version>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        for (Block block : blocks()) {
            if (block.kind.equals("xml")) {
                assertThat(block.text)
                        .as(block.toString())
                        .contains("<version>%s</version>".formatted(version.group(1)));
            }
        }
        assertThat(Files.readString(ROOT.resolve("CHANGELOG.md"))).contains("## " + version.group(1));
        assertThat(Files.readString(ROOT.resolve("java/bom/pom.xml")))
                .contains("<version>%s</version>".formatted(version.group(1)));
    }

    @Test
    void saysOfEveryBlockWhatItIs() throws IOException {
        List<String> notRun = new ArrayList<>();
        for (Block block : blocks()) {
            if (NOT_RUN.contains(block.kind)) {
                notRun.add(block.toString());
            } else {
                assertThat(block.kind).as(block.toString()).isIn("console", "java", "xml", "text");
            }
        }
        System.out.println("not run by this test: " + String.join("; ", notRun));
    }

    @Test
    void keepsTheReadmeShort() throws IOException {
        String read = Files.readString(ROOT.resolve("README.md")).replaceAll("(?s)<!--.*?-->\n", "");
        assertThat(read.lines()).hasSizeLessThanOrEqualTo(120);
    }
}
