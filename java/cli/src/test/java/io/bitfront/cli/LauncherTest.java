package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.Program.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The launcher script and the search for a JDK behind the Makefile.
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("bitfront.root"));
    private static final String JAVA_HOME = System.getProperty("java.home");

    /// When the launcher's jars were last changed, in seconds.
    private static final long TIME = 1_770_000_000;

    @TempDir
    private Path folder;

    /// The script as `make build` fills it in, over the classes under test and without a cache of loaded classes.
    private Path launcher(String javaHome) throws IOException {
        String script = Files.readString(ROOT.resolve("java/cli/src/launcher/bitfront.sh"))
                .replace("@JAVA_HOME@", javaHome)
                .replace("@CLASS_PATH@", "\"$lib/own.jar:" + System.getProperty("java.class.path") + '"')
                .replace("@TIME@", Long.toString(TIME))
                .replace("@KEY@", "key")
                .replace("@COMMIT@", "abc");
        Files.createDirectories(folder.resolve("with space"));
        return executable(folder.resolve("with space/bitfront"), script);
    }

    private static Path executable(Path file, String script) throws IOException {
        Files.writeString(file, script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Finished run(Object... command) throws InterruptedException {
        return new Program(folder)
                .start(Stream.of(command).map(Object::toString).toList())
                .finish();
    }

    @Test
    void startsThroughLinksFromAnyFolderAndPassesExitCodes() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Path first = Files.createSymbolicLink(folder.resolve("first"), launcher);
        Files.createDirectories(folder.resolve("bin"));
        Path second = Files.createSymbolicLink(folder.resolve("bin/second"), Path.of("../first"));
        assertThat(run(launcher, "--version").out()).startsWith("bitfront ").contains("commit abc");
        assertThat(run(first, "--version").exitCode()).isZero();
        assertThat(run(second, "bfs").exitCode()).isEqualTo(2);
        assertThat(run(second, "info", "missing.mtx").exitCode()).isEqualTo(1);
    }

    /// The launcher becomes the program: whoever signals the one signals the other.
    @Test
    @Timeout(120)
    void handsSignalsOn() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        run(launcher, "generate", "road", "--width", "300", "--height", "300", "-o", "g.bvss");
        List<String> job = List.of(launcher.toString(), "closeness", "g.bvss", "--checkpoint", "job", "--batch", "256");
        Running running = new Program(folder)
                .start(Stream.concat(Stream.of("env", "--default-signal=TERM"), job.stream())
                        .toList());
        while (!Files.exists(folder.resolve("job/lock"))) {
            assertThat(running.process().isAlive()).as(running.errors()).isTrue();
            Thread.sleep(2);
        }
        running.signal("TERM");
        Finished interrupted = running.finish();
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(143);
        assertThat(interrupted.err()).contains("; the same job continues from checkpoint job");
    }

    @Test
    void keepsArgumentsWhole() throws Exception {
        Finished run = run(launcher(JAVA_HOME), "info", "a b  *.mtx");
        assertThat(run.err()).contains("a b  *.mtx");
    }

    /// Descriptor 0 would be the first file that the JVM opens.
    @Test
    void takesAStandardInputThatIsClosedForAnEmptyOne() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Finished run = run("sh", "-c", "'%s' info - --format edges <&-".formatted(launcher));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("standard input").doesNotContain("byte");
    }

    /// A folder that is not there is none.
    @Test
    void putsWhatPassesWhereTmpdirSays() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Path passing = Files.createDirectories(folder.resolve("pass ing"));
        String main = "BITFRONT_MAIN=" + ShownFolder.class.getName();
        assertThat(run("env", "TMPDIR=" + passing, main, launcher).out().strip())
                .isEqualTo(passing.toString());
        assertThat(run("env", "TMPDIR=" + folder.resolve("none"), main, launcher)
                        .out()
                        .strip())
                .isEqualTo("/tmp");
    }

    /// The working folder is the user's.
    @Test
    void keepsTheReportOfACrashOutOfTheWorkingFolder() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Path passing = Files.createDirectories(folder.resolve("pass ing"));
        Finished run = run(
                "env",
                "TMPDIR=" + passing,
                "BITFRONT_MAIN=" + Crash.class.getName(),
                "sh",
                "-c",
                "ulimit -c 0; exec '%s'".formatted(launcher));
        assertThat(run.exitCode()).isNotZero();
        try (Stream<Path> left = Files.list(passing)) {
            List<Path> reports =
                    left.filter(file -> file.toString().endsWith(".log")).toList();
            assertThat(reports).hasSize(1);
            assertThat(reports.getFirst().getFileName().toString()).matches("bitfront-crash-\\d+\\.log");
            assertThat(run.out() + run.err()).contains(reports.getFirst().toString());
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).noneMatch(file -> file.toString().endsWith(".log"));
        }
    }

    /// A program that crashes its JVM.
    static final class Crash {
        private Crash() {}

        public static void main(String[] args) throws Exception {
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-SEGV", self).start().waitFor();
        }
    }

    /// A program that shows where it puts what passes.
    static final class ShownFolder {
        private ShownFolder() {}

        public static void main(String[] args) {
            System.out.println(System.getProperty("java.io.tmpdir"));
        }
    }

    @Test
    void saysInOneLineThatItsJdkIsGone() throws Exception {
        Finished run = run(
                "env", "-u", "JAVA_HOME", "PATH=/usr/bin:/bin", "JAVA_HOME=/nowhere", launcher("/gone"), "--version");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("bitfront: there is no JDK at /gone any more; set JAVA_HOME to a JDK 25 or newer\n");
    }

    @Test
    void fallsBackOnJavaHome() throws Exception {
        assertThat(run("env", "JAVA_HOME=" + JAVA_HOME, launcher("/gone"), "--version")
                        .exitCode())
                .isZero();
    }

    @Test
    void findsItsFolderWhateverCdpathSays() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Files.createDirectories(folder.resolve("other/with space"));
        Finished run = run("env", "CDPATH=" + folder.resolve("other"), "sh", "-c", "'with space/bitfront' --version");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("bitfront ");
        assertThat(launcher).exists();
    }

    /// A list of paths is cut at colons, and a JVM without a locale knows only ASCII. The names are in a
    /// script, as this JVM may not know them either.
    @Test
    void runsFromAnyPathInAnyLocale() throws Exception {
        launcher(JAVA_HOME);
        int entry = 0;
        StringBuilder classPath = new StringBuilder();
        Path lib = Files.createDirectories(folder.resolve("with space/lib"));
        for (String path : System.getProperty("java.class.path").split(":")) {
            Path link = lib.resolve("e" + entry++ + (path.endsWith(".jar") ? ".jar" : ""));
            Files.createSymbolicLink(link, Path.of(path).toAbsolutePath());
            classPath.append(classPath.isEmpty() ? "" : ":").append("$lib/").append(link.getFileName());
        }
        Path script = folder.resolve("with space/bitfront");
        Files.writeString(
                script,
                Files.readString(script)
                        .replaceFirst(
                                "(?m)^class_path=.*",
                                "class_path=\"" + classPath.toString().replace("$", "\\$") + '"'));
        Files.writeString(folder.resolve("steps.sh"), """
            set -e
            mv 'with space' 'ä:b ç'
            printf '1 2\\n2 3\\n' >'gräph ∞.el'
            for locale in C xx_YY.UTF-8; do
                LC_ALL=$locale './ä:b ç/bitfront' bfs 'gräph ∞.el' --source 1 --device cpu --quiet --output "ü $locale.csv"
            done
            cat ü*.csv
            """);
        Finished run = run("env", "-u", "LANG", "sh", "steps.sh");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("vertex,level\n1,0\n2,1\n3,2\n".repeat(2));
    }

    /// An installation whose archive of classes does not fit, as its files were copied with new times.
    private Path copied() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Path lib = Files.createDirectories(launcher.resolveSibling("lib"));
        Files.writeString(launcher.resolveSibling("bitfront.aot"), "not one");
        Files.writeString(lib.resolve("own.jar"), "");
        assertThat(run("sh", "-c", "cd 'with space/lib' && sha256sum own.jar >jars.sha256")
                        .exitCode())
                .isZero();
        return lib.resolve("own.jar");
    }

    private static long seconds(Path file) throws IOException {
        return Files.getLastModifiedTime(file).to(TimeUnit.SECONDS);
    }

    @Test
    void givesCopiedJarsTheirTimeAgainAndSaysNothing() throws Exception {
        Path jar = copied();
        Finished run = run(folder.resolve("with space/bitfront"), "--version");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(seconds(jar)).isEqualTo(TIME);
    }

    /// An archive of classes that has one of a sealed jar works in the folder it was made in, and in no copy.
    @Test
    void loadsNoClassOfASealedJarUnlessItIsUsed() throws Exception {
        Path launcher = launcher(JAVA_HOME);
        Files.writeString(folder.resolve("g.el"), "1 2\n");
        Finished run = run(
                "env",
                "BITFRONT_JAVA_OPTS=-Xlog:class+load:file=loaded.txt",
                launcher,
                "components",
                "g.el",
                "--quiet");
        assertThat(run.exitCode()).isZero();
        assertThat(folder.resolve("loaded.txt"))
                .content()
                .contains("io.bitfront.input.source.Compression")
                .doesNotContain("org.tukaani.xz");
    }

    @Test
    void letsTheJvmHaveNoMoreProcessorsThanThreadsWereAskedFor() throws Exception {
        launcher(JAVA_HOME);
        executable(Files.createDirectories(folder.resolve("bin")).resolve("nproc"), "#!/bin/sh\necho 8\n");
        String all = Integer.toString(Runtime.getRuntime().availableProcessors());
        assertThat(processors("bfs", "g.el", "--threads", "3")).isEqualTo("3");
        assertThat(processors("bfs", "--threads=1", "g.el")).isEqualTo("1");
        assertThat(processors("bfs", "--threads=1", "--threads", "5")).isEqualTo("5");
        for (String threads : List.of("8", "64", "0", "03", "-1", "many", "1 2", "99999999999999999999", "")) {
            assertThat(processors("bfs", "--threads", threads)).as(threads).isEqualTo(all);
        }
        assertThat(processors("bfs", "--threads")).isEqualTo(all);
        assertThat(processors("bfs", "threads", "1")).isEqualTo(all);
    }

    /// As many as the JVM has that runs this command.
    private String processors(String... words) throws InterruptedException {
        Object[] command = Stream.concat(
                        Stream.of(
                                "env",
                                "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"),
                                "BITFRONT_MAIN=" + ShownProcessors.class.getName(),
                                folder.resolve("with space/bitfront").toString()),
                        Stream.of(words))
                .toArray();
        Finished run = run(command);
        assertThat(run.err()).isEmpty();
        return run.out().strip();
    }

    @Test
    void leavesJarsThatAreNotThoseItCameWith() throws Exception {
        Path jar = copied();
        Files.writeString(jar, "another");
        Finished run = run(folder.resolve("with space/bitfront"), "--version");
        assertThat(run.err()).isEmpty();
        assertThat(seconds(jar)).isNotEqualTo(TIME);
    }

    @Test
    void keepsTimelyJarsForAUserWhoMayNotTouchThoseInstalled() throws Exception {
        Path jar = copied();
        long before = seconds(jar);
        Path touch = Files.createDirectories(folder.resolve("bin")).resolve("touch");
        executable(
                touch,
                "#!/bin/sh\ncase $3 in */'with space/'*) exit 1 ;; esac\nPATH=/usr/bin:/bin exec touch \"$@\"\n");
        String[] command = {
            "env",
            "PATH=" + touch.getParent() + ":" + System.getenv("PATH"),
            "XDG_CACHE_HOME=" + folder.resolve("cache"),
            "BITFRONT_MAIN=" + ShownClassPath.class.getName(),
            folder.resolve("with space/bitfront").toString()
        };
        Path kept = folder.resolve("cache/bitfront/jars-key");
        Finished run = run((Object[]) command);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith(kept + "/own.jar:");
        assertThat(seconds(kept.resolve("own.jar"))).isEqualTo(TIME);
        assertThat(seconds(jar)).isEqualTo(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rwx------");
        Files.move(kept, folder.resolve("planted"));
        Files.createSymbolicLink(kept, folder.resolve("planted"));
        assertThat(run((Object[]) command).out()).startsWith(folder.toRealPath() + "/with space/lib/own.jar:");
    }

    /// A program that shows what the launcher made its class path.
    static final class ShownClassPath {
        private ShownClassPath() {}

        public static void main(String[] args) {
            System.out.println(System.getProperty("java.class.path"));
        }
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        for (String tool : List.of("bin/java", "bin/javac")) {
            executable(home.resolve(tool), "#!/bin/sh\n");
        }
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        return home;
    }

    @Test
    void findsAJdkUnderJavaHome() throws Exception {
        Path home = jdk("new", "25.0.1");
        assertThat(run("env", "JAVA_HOME=" + home, ROOT.resolve("ci/find-java.sh"))
                        .out())
                .isEqualTo(home + "\n");
    }

    @Test
    void passesOverAnOlderJavaHome() throws Exception {
        Path old = jdk("old", "17.0.9");
        jdk(".sdkman/candidates/java/25.0.2-tem", "25.0.2");
        Finished run = run("env", "JAVA_HOME=" + old, "HOME=" + folder, ROOT.resolve("ci/find-java.sh"));
        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(Path.of(run.out().strip(), "release")))
                .containsPattern("JAVA_VERSION=\"(2[5-9]|[3-9][0-9])");
    }
}
