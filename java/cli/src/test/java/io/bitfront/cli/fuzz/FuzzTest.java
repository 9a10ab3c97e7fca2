package io.bitfront.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.Share;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changed inputs of every kind, by a seed that each failure names: `make fuzz` for ten minutes, `make test`
/// for a second each. What was found once is an input of its own in `HostileInputTest` and `CacheCheckTest`.
///
/// Properties: `bitfront.fuzz.seconds` for each kind of input, `bitfront.fuzz.seed` of the first input.
class FuzzTest {
    private static final double SECONDS = Double.parseDouble(System.getProperty("bitfront.fuzz.seconds", "1"));
    private static final long SEED =
            Long.getLong("bitfront.fuzz.seed", Share.seed() == 0 ? System.nanoTime() : Share.seed());
    private static final Path RESOURCES = Path.of(System.getProperty("bitfront.root"), "preprocess/src/test/resources");
    private static final List<String> FORMATS =
            List.of("mtx", "edges", "sg", "gr", "metis", "webgraph", "parquet", "auto");

    @TempDir
    Path folder;

    private final Trial trial = new Trial();

    @AfterEach
    void endTrials() {
        trial.close();
    }

    private interface Input {
        void run(String about, SplittableRandom random) throws Exception;
    }

    private static void fuzz(String kind, Input input) throws Exception {
        long end = System.nanoTime() + (long) (SECONDS * 1e9);
        long seed = SEED;
        do {
            input.run("%s, -Dbitfront.fuzz.seed=%d".formatted(kind, seed), new SplittableRandom(seed));
            seed++;
        } while (System.nanoTime() < end);
        System.out.printf("fuzz: %,d inputs of kind %s from seed %d%n", seed - SEED, kind, SEED);
    }

    @Test
    void readersRefuseOrRead() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String place : List.of("malformed", "golden", "io/bitfront/input/hostile")) {
            try (Stream<Path> found = Files.list(RESOURCES.resolve(place))) {
                found.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().endsWith(".bvss"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        Map<Path, byte[]> bytes = new HashMap<>();
        for (Path file : files) {
            bytes.put(file, Files.readAllBytes(file));
        }
        List<byte[]> others = List.copyOf(bytes.values());
        fuzz("reader", (about, random) -> {
            Path file = files.get(random.nextInt(files.size()));
            String name = file.getFileName().toString();
            String stem = name.replaceFirst("\\.[a-z]+$", ".");
            Path place = Files.createDirectories(folder.resolve("in"));
            for (Path beside : files) { // properties and offsets go along, changed or not
                if (beside.getFileName().toString().startsWith(stem)) {
                    boolean changed = beside.equals(file) || random.nextInt(4) == 0;
                    Files.write(
                            place.resolve(beside.getFileName()),
                            changed ? new Mutator(random, others).mutate(bytes.get(beside)) : bytes.get(beside));
                }
            }
            Path read = place.resolve(name.replaceAll("\\.(properties|offsets)$", ".graph"));
            List<String> words =
                    new ArrayList<>(List.of("info", read.toString(), "--cache", "/proc/self/none", "--quiet"));
            if (random.nextInt(4) == 0) {
                words.addAll(List.of("--format", FORMATS.get(random.nextInt(FORMATS.size()))));
            }
            if (Files.exists(read)) {
                trial.run(about, words);
            }
            try (Stream<Path> made = Files.list(place)) {
                for (Path each : made.toList()) {
                    Files.delete(each);
                }
            }
        });
    }

    /// Of graphs with hubs, meshes, paths to be folded, directed ones, and names.
    private List<byte[]> goodCaches() throws Exception {
        Path good = folder.resolve("good.bvss");
        Path edges = Files.writeString(folder.resolve("one-way.csv"), "from,to\na,b\nb,c\nc,a\nc,d\nd,d\ne,f\na,b\n");
        List<List<String>> ways = List.of(
                List.of("generate", "kron", "--scale", "7"),
                List.of("generate", "web", "--scale", "8"),
                List.of("generate", "road", "--width", "16", "--height", "16"),
                List.of("generate", "star", "--scale", "6"),
                List.of("generate", "chain", "--scale", "8"),
                List.of("preprocess", edges.toString(), "--directed", "--order", "rcm"),
                List.of("preprocess", edges.toString(), "--undirected", "--order", "jaccard"));
        List<byte[]> caches = new ArrayList<>();
        for (List<String> way : ways) {
            List<String> words = new ArrayList<>(way);
            words.addAll(List.of("-o", good.toString(), "--quiet"));
            assertThat(trial.run("prepare", words).exitCode()).as("%s", way).isZero();
            caches.add(Files.readAllBytes(good));
            Files.delete(good);
        }
        Path named = RESOURCES.resolve("golden/v2-names.csv.bvss");
        if (Files.exists(named)) {
            caches.add(Files.readAllBytes(named));
        }
        return caches;
    }

    @Test
    void cachesAreBelievedOnlyWhereTheyAreSafe() throws Exception {
        List<byte[]> seeds = goodCaches();
        List<List<String>> commands = List.of(
                List.of("info"),
                List.of("verify"),
                List.of("bfs", "--random", "2", "--device", "cpu"),
                List.of("bfs", "--random", "1", "--parents", "--verify", "--device", "cpu"),
                List.of("path", "1", "3", "--device", "cpu"),
                List.of("components"),
                List.of("diameter", "--device", "cpu"),
                List.of("closeness", "--device", "cpu"),
                List.of("closeness", "--top", "3", "--device", "cpu"),
                List.of("closeness", "--measures", "harmonic,eccentricity", "--top", "2", "--device", "cpu"),
                List.of("closeness", "--sources", "sample:20", "--device", "cpu"));
        fuzz("cache", (about, random) -> {
            byte[] bytes = seeds.get(random.nextInt(seeds.size()));
            byte[] changed = new Mutator(random, seeds).mutate(bytes);
            if (random.nextInt(4) != 0 && changed.length == bytes.length) {
                resum(changed);
            }
            Path file = Files.write(folder.resolve("changed.bvss"), changed);
            List<String> words = new ArrayList<>(commands.get(random.nextInt(commands.size())));
            words.add(1, file.toString());
            words.add("--quiet");
            trial.run(about, words);
        });
    }

    /// Makes the sums of a cache right, as an attacker would, where its table still makes sense.
    static void resum(byte[] cache) {
        ByteBuffer bytes = ByteBuffer.wrap(cache).order(ByteOrder.LITTLE_ENDIAN);
        int sections = Math.clamp(bytes.getInt(44), 0, 32);
        for (int s = 0; s < sections; s++) {
            long begin = bytes.getLong(512 + 24 * s);
            long size = bytes.getLong(520 + 24 * s);
            if (begin > 0 && size > 0 && begin <= cache.length && size <= cache.length - begin) {
                bytes.putInt(528 + 24 * s, sum(cache, (int) begin, (int) size));
            }
        }
        bytes.putInt(4092, sum(cache, 0, 4092));
    }

    private static int sum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /// A finished job: its words, its checkpoint's bytes and those of its rows.
    private record Job(List<String> words, byte[] checkpoint, byte[] rows) {}

    private Job job(Path checkpoint, Path rows, List<String> generated, List<String> asked) throws Exception {
        Path graph = folder.resolve(String.join("-", generated) + ".bvss");
        List<String> generate = new ArrayList<>(List.of("generate"));
        generate.addAll(generated);
        generate.addAll(List.of("-o", graph.toString(), "--quiet"));
        assertThat(trial.run("prepare", generate).exitCode()).isZero();
        List<String> words = new ArrayList<>(List.of("closeness", graph.toString(), "--device", "cpu"));
        words.addAll(asked);
        words.addAll(List.of("--checkpoint", checkpoint.getParent().toString()));
        words.addAll(List.of("--output", rows.toString(), "--quiet"));
        Files.deleteIfExists(checkpoint);
        assertThat(trial.run("prepare", words).exitCode()).isZero();
        return new Job(words, Files.readAllBytes(checkpoint), Files.readAllBytes(rows));
    }

    @Test
    void checkpointsAreRefusedOrGoneOnWith() throws Exception {
        Path checkpoint = folder.resolve("kept/closeness.checkpoint");
        Path rows = folder.resolve("rows.csv");
        List<String> kron = List.of("kron", "--scale", "7");
        List<String> road = List.of("road", "--width", "12", "--height", "12");
        List<Job> jobs = List.of(
                job(checkpoint, rows, kron, List.of()),
                job(checkpoint, rows, kron, List.of("--sources", "sample:40")),
                job(checkpoint, rows, kron, List.of("--no-bounds", "--batch", "256")),
                job(checkpoint, rows, road, List.of()),
                job(checkpoint, rows, road, List.of("--measures", "harmonic,lin,eccentricity", "--top", "all")));
        List<byte[]> all = jobs.stream().map(Job::checkpoint).toList();
        fuzz("checkpoint", (about, random) -> {
            Job job = jobs.get(random.nextInt(jobs.size()));
            byte[] from = (random.nextInt(8) == 0 ? jobs.get(random.nextInt(jobs.size())) : job).checkpoint;
            Files.write(checkpoint, random.nextInt(64) == 0 ? from : new Mutator(random, all).mutate(from));
            if (trial.run(about, job.words).exitCode() == 0) {
                assertThat(Files.readAllBytes(rows)).as(about).isEqualTo(job.rows);
            }
        });
    }

    @Test
    void commandLinesAreRunOrRefused() throws Exception {
        Path graph = Files.writeString(folder.resolve("g.el"), "0 1\n1 2\n2 0\n5 6\n");
        String file = graph.toString();
        List<List<String>> lines = List.of(
                List.of("bfs", file, "--source", "1", "--target", "2", "--device", "cpu", "--parents", "--json"),
                List.of(
                        "bfs",
                        file,
                        "--random",
                        "2",
                        "--seed",
                        "7",
                        "--mode",
                        "push",
                        "--device",
                        "cpu",
                        "--runs",
                        "2"),
                List.of("closeness", file, "--measures", "closeness,harmonic", "--top", "2", "--device", "cpu"),
                List.of("closeness", file, "--sources", "sample:2", "--device", "cpu", "--json"),
                List.of("closeness", file, "--sources", "0,2,5", "--device", "cpu", "--batch", "256", "--no-bounds"),
                List.of("path", file, "0", "6", "--device", "cpu", "--undirected", "--json"),
                List.of("components", file, "--output", "-", "--output-format", "tsv"),
                List.of("diameter", file, "--device", "cpu", "--eccentricities", "--output", "-"),
                List.of("verify", file, "--threads", "2", "--json"),
                List.of("info", file, "--undirected", "--format", "edges"),
                List.of("preprocess", file, "--order", "jaccard", "--window", "64", "--threads", "2", "--force"),
                List.of(
                        "generate",
                        "road",
                        "--width",
                        "4",
                        "--height",
                        "3",
                        "-o",
                        folder.resolve("r.el").toString()),
                List.of("devices", "--json"));
        fuzz("command line", (about, random) -> {
            List<String> line = lines.get(random.nextInt(lines.size()));
            trial.run(about, writingIn(folder, new Mutator(random, List.of()).mutate(line)));
        });
    }

    /// Whatever name an output got, the file lies in the folder.
    private static List<String> writingIn(Path folder, List<String> words) {
        List<String> changed = new ArrayList<>(words);
        for (int i = 1; i < words.size(); i++) {
            boolean output = List.of("-o", "--output").contains(words.get(i - 1));
            if (output && !words.get(i).matches("-|--?[a-z].*|/.*")) {
                changed.set(i, folder + "/" + words.get(i));
            }
        }
        return changed;
    }
}
