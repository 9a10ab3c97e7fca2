package io.bitfront.cli;

import io.bitfront.cli.report.Streams;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Small jobs, again and again, that go through the hot loops of generating, reading, preparing and traversing and the
/// rare ways within them. Whoever makes the cache of classes runs it under `-XX:AOTCacheOutput`: the cache then holds
/// the profiles of these loops. A later process compiles them at once, where profiling them anew on many cores that
/// share every counter takes longer than the work itself.
public final class Rehearsal {
    private static final int ROUNDS = 4;

    /// `@` is the folder. A star's hub and a directed graph take ways of their own.
    private static final List<String> JOBS = List.of(
            "generate kron --scale 17 -o @/kron.sg",
            "generate kron --scale 15 -o @/kron.bvss",
            "generate kron --scale 13 -o @/small.bvss",
            "generate kron --scale 15 -o @/kron.mtx",
            "generate kron --scale 15 -o @/kron.el",
            "generate urand --scale 14 -o @/urand.sg",
            "generate road --width 600 --height 600 -o @/road.sg",
            "generate road --width 100 --height 100 -o @/mesh.bvss",
            "generate star --scale 18 -o @/star.sg",
            "preprocess @/kron.sg -o @/out.bvss --order degree",
            "preprocess @/kron.sg -o @/out.bvss --order jaccard --window 8192",
            "preprocess @/kron.sg -o @/out.bvss --order natural --threads 1",
            "preprocess @/star.sg -o @/out.bvss --order degree",
            "preprocess @/star.sg -o @/out.bvss --order natural",
            "preprocess @/urand.sg -o @/out.bvss --order random",
            "preprocess @/road.sg -o @/out.bvss --order rcm",
            "preprocess @/road.sg -o @/out.bvss --order cells",
            "preprocess @/kron.mtx -o @/out.bvss --order natural",
            "preprocess @/kron.el -o @/out.bvss --directed --order degree",
            "bfs @/kron.bvss --random 16 --device cpu --verify",
            "closeness @/kron.bvss --sources sample:64 --device cpu",
            "closeness @/kron.bvss --top 100 --device cpu",
            "closeness @/kron.bvss --top 10 --measures harmonic --device cpu",
            "closeness @/small.bvss --device cpu",
            "diameter @/kron.bvss --device cpu",
            "closeness @/mesh.bvss --top 10 --device cpu",
            "closeness @/mesh.bvss --device cpu");

    private Rehearsal() {}

    /// @param args the folder for the jobs' files
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        Streams streams = new Streams(OutputStream.nullOutputStream(), System.err, false, 0);
        Path folder = Path.of(args[0]);
        for (int round = 0; round < ROUNDS; round++) {
            for (String job : JOBS) {
                run(streams, folder, job);
            }
        }
    }

    private static void run(Streams streams, Path folder, String job) {
        Stream<String> words = Stream.of(job.split(" ")).map(word -> word.replace("@", folder.toString()));
        int code = new Main(streams).run(Stream.concat(words, force(job)).toArray(String[]::new));
        if (code != 0) {
            throw new IllegalStateException("exit code %d: %s".formatted(code, job));
        }
    }

    private static Stream<String> force(String job) {
        return job.startsWith("preprocess") ? Stream.of("--force", "--quiet") : Stream.of("--quiet");
    }
}
