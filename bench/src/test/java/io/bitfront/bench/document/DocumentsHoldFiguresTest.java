package io.bitfront.bench.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The marked regions of README and docs are what `bench/results` makes of them with today's kernels. Where this fails,
/// a figure was typed, a file of results has changed, or kernels have: `bench/regenerate tables` writes the regions
/// anew.
class DocumentsHoldFiguresTest {
    private static final Path ROOT = Path.of(System.getProperty("bitfront.root"));

    @Test
    void everyFigureOfARegionIsThatOfItsFile() throws Exception {
        Figures figures = new Figures(ROOT, kernels());
        int regions = 0;
        for (Path document : figures.documents()) {
            String text = Files.readString(document);
            regions += text.split(Figures.BEGIN, -1).length - 1;
            assertThat(text)
                    .as("%s; bench/regenerate tables writes it".formatted(ROOT.relativize(document)))
                    .isEqualTo(figures.made(document, text));
        }
        assertThat(regions).isGreaterThan(10);
    }

    @Test
    void everyFigureBetweenRegionsIsFilledOrDatedOrAConstant() throws Exception {
        assertThat(new Figures(ROOT, kernels()).problemsOfProse()).isEmpty();
    }

    @Test
    void everyFigureIsOfTodaysKernelsOrSaidToStay() throws Exception {
        assertThat(new Figures(ROOT, kernels()).problemsOfAge()).isEmpty();
    }

    private static String kernels() throws IOException, InterruptedException {
        Process script = new ProcessBuilder(ROOT.resolve("ci/kernels-id.sh").toString()).start();
        String id = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(script.waitFor()).isZero();
        assertThat(id).matches("[0-9a-f]{12}(-[0-9a-f]{12}){2}");
        return id;
    }
}
