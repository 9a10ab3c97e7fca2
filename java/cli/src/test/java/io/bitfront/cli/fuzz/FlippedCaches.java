package io.bitfront.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A byte flipped anywhere in a cache is found, or lies in a gap and changes nothing; and where the sums were
/// made right again, nothing worse comes of it than a wrong answer. Property `bitfront.flips`: how many, over
/// all three commands.
abstract class FlippedCaches {
    private static final long SEED = Long.getLong("bitfront.fuzz.seed", 1 + Share.seed());

    private final String device;
    private final int flips;

    @TempDir
    Path folder;

    FlippedCaches(String device, int flips) {
        this.device = device;
        this.flips = Integer.getInteger("bitfront.flips", flips);
    }

    private List<String> command(int which, Path file) {
        List<String> words =
                new ArrayList<>(List.of(List.of("info", "bfs", "closeness").get(which), file.toString(), "--quiet"));
        if (which == 1) {
            words.addAll(List.of(
                    "--source", "1", "--output", folder.resolve("levels.csv").toString()));
        }
        if (which > 0) {
            words.addAll(List.of("--device", device));
        }
        return words;
    }

    @Test
    void areFoundOrHarmless() throws Exception {
        Path file = folder.resolve("flipped.bvss");
        try (Trial trial = new Trial()) {
            trial.run("prepare", List.of("generate", "kron", "--scale", "7", "-o", file.toString(), "--quiet"));
            byte[] good = Files.readAllBytes(file);
            String[] expected = new String[3];
            for (int which = 0; which < 3; which++) {
                expected[which] = answer(trial, "sound", which, file);
            }
            for (int flip = 0; flip < flips; flip++) {
                SplittableRandom random = new SplittableRandom(SEED + flip);
                String about = "-Dbitfront.fuzz.seed=%d".formatted(SEED + flip);
                byte[] bytes = good.clone();
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                boolean crafted = flip % 4 == 3;
                if (crafted) {
                    FuzzTest.resum(bytes);
                }
                Files.write(file, bytes);
                int which = flip % 3;
                String answer = answer(trial, about, which, file);
                if (!crafted && answer != null) {
                    assertThat(answer).as(about).isEqualTo(expected[which]);
                }
            }
        }
    }

    /// What the command said and wrote, without times; null where it refused the cache.
    private String answer(Trial trial, String about, int which, Path file) throws IOException, InterruptedException {
        Path levels = folder.resolve("levels.csv");
        Files.deleteIfExists(levels);
        Trial.Outcome outcome = trial.run(about, command(which, file));
        if (outcome.exitCode() != 0) {
            assertThat(outcome.err()).as(about).contains("flipped.bvss");
            return null;
        }
        return switch (which) {
            case 1 -> Files.readString(levels);
            case 2 ->
                outcome.out()
                        .lines()
                        .filter(line -> line.matches("\\s*\\d+\\s.*"))
                        .toList()
                        .toString();
            default -> "";
        };
    }
}
