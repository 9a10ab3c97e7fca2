package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.Program.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The launcher script and the search for a JDK behind the Makefile.
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("bitfront.root"));
    private static final String JAVA_HOME = System.getProperty("java.home");

    @TempDir
    private Path folder;

    /// The script as `make build` fills it in, over the classes under test and without a cache of loaded classes.
    private Path launcher(String javaHome) throws IOException {
        String script = Files.readString(ROOT.resolve("java/cli/src/launcher/bitfront.sh"))
                .replace("@JAVA_HOME@", javaHome)
                .replace("@CLASS_PATH@", System.getProperty("java.class.path"))
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
