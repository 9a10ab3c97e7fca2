package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is stored or compared is the same in a process of any language: the program sets its own, but a
/// library's user has another. German groups digits by dots, Egypt writes other digits, Turkish has an i of
/// its own.
class LanguagesTest {
    private static final Locale OWN = Locale.getDefault();
    private static final String[] LANGUAGES = {"de-DE", "ar-EG", "tr-TR"};

    @TempDir
    Path folder;

    @AfterEach
    void restore() {
        Locale.setDefault(OWN);
    }

    @Test
    void filesAreTheSameBytesInEveryLanguage() throws IOException {
        SortedMap<String, String> expected = made("", "made-en");
        assertThat(expected).hasSizeGreaterThan(9);
        for (String language : LANGUAGES) {
            assertThat(made(language, "made-" + language)).as(language).isEqualTo(expected);
        }
    }

    @Test
    void aCheckpointOfOneLanguageIsGoneOnWithInAnother() {
        Locale.setDefault(Locale.ROOT);
        run(folder, "generate", "kron", "--scale", "11", "-o", "k.mtx");
        String[] job = {
            "closeness",
            "k.mtx",
            "--sources",
            "sample:64",
            "--device",
            "cpu",
            "--checkpoint",
            folder.resolve("kept").toString(),
            "--quiet"
        };
        run(folder, job);
        for (String language : LANGUAGES) {
            Locale.setDefault(Locale.forLanguageTag(language));
            run(folder, job);
        }
    }

    /// Names and contents of the files that commands make.
    private SortedMap<String, String> made(String language, String name) throws IOException {
        Path here = Files.createDirectory(folder.resolve(name));
        Locale.setDefault(Locale.forLanguageTag(language));
        run(here, "generate", "kron", "--scale", "11", "-o", "k.mtx");
        run(here, "generate", "road", "--scale", "10", "-o", "r.el");
        run(here, "generate", "urand", "--scale", "10", "-o", "u.bvss");
        run(here, "preprocess", "k.mtx", "--order", "random", "--quiet");
        run(here, "bfs", "k.mtx", "--random", "2", "--device", "cpu", "--output", "levels.csv", "--quiet");
        run(here, "bfs", "k.mtx", "--random", "2", "--device", "cpu", "--output", "levels.npy", "--quiet");
        run(
                here,
                "closeness",
                "r.el",
                "--device",
                "cpu",
                "--checkpoint",
                here.resolve("kept").toString(),
                "--output",
                "ranks.csv",
                "--quiet");
        run(
                here,
                "closeness",
                "r.el",
                "--device",
                "cpu",
                "--output",
                here.resolve("ranks.parquet").toString(),
                "--quiet");
        SortedMap<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(here)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = here.relativize(file).toString();
                if (!path.endsWith(".stamp")) { // which tells one file from another
                    byte[] all = Files.readAllBytes(file);
                    // Rows of a checkpoint stand as they were finished; what is compared stands before them.
                    byte[] bytes = path.endsWith(".checkpoint") ? Arrays.copyOf(all, 90) : all;
                    String start = new String(bytes, 0, Math.min(60, bytes.length), StandardCharsets.ISO_8859_1);
                    found.put(path, Arrays.hashCode(bytes) + start.replaceAll("[^ -~]", "?"));
                }
            }
        }
        return found;
    }

    private static void run(Path folder, String... arguments) {
        Program.Finished finished = new Session(folder).run(arguments);
        assertThat(finished.exitCode()).as(finished.err()).isZero();
    }
}
