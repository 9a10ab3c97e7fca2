package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `closeness --spark`, with a `spark-submit` that says what it was asked.
final class SparkSubmitTest {
    @TempDir
    private Path folder;

    private Program program() throws IOException {
        return program("printf '%s\\n' \"$@\"\nexit 7\n");
    }

    /// @param submit what `spark-submit` does
    private Program program(String submit) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("spark/bin"));
        Path script = Files.writeString(bin.resolve("spark-submit"), "#!/bin/sh\n" + submit);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return new Program(folder).with("SPARK_HOME", folder.resolve("spark").toString());
    }

    @Test
    void handsItsOptionsToSparkSubmitAndReturnsItsExitCode() throws IOException {
        Files.writeString(folder.resolve("bitfront-spark.jar"), "");
        Program.Finished finished = program()
                .run(
                        "closeness",
                        "hdfs://name/web.bvss",
                        "--spark",
                        "spark://host:7077",
                        "--measures",
                        "lin,closeness",
                        "--spark-conf",
                        "spark.executor.cores=4",
                        "--quiet",
                        "--output=hdfs://name/ranks.csv");
        assertThat(finished.exitCode()).as(finished.err()).isEqualTo(7);
        assertThat(finished.out().lines())
                .containsExactly(
                        "--master",
                        "spark://host:7077",
                        "--class",
                        "io.bitfront.spark.SparkCloseness",
                        "--conf",
                        "spark.log.level=WARN",
                        "--driver-java-options",
                        "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow",
                        "--conf",
                        "spark.executor.cores=4",
                        "bitfront-spark.jar",
                        "hdfs://name/web.bvss",
                        "--measures",
                        "lin,closeness",
                        "--quiet",
                        "--output",
                        "hdfs://name/ranks.csv");
    }

    /// Compiled kernels and the libraries under JCuda, of those beside the program that are there.
    @Test
    void sendsExecutorsWhatGpusNeed() throws IOException {
        Path home = folder.toRealPath();
        Files.writeString(home.resolve("bitfront-spark.jar"), "");
        Files.createDirectories(home.resolve("jcuda/lib/none"));
        for (String library : new String[] {"b.so", "a.so"}) {
            Files.writeString(home.resolve("jcuda/lib").resolve(library), "");
        }
        String[] command = {"closeness", "web.bvss", "--spark", "spark://host:7077"};
        assertThat(program().run(command).out().lines())
                .containsSequence(
                        "--files", "%1$s/jcuda/lib/a.so,%1$s/jcuda/lib/b.so".formatted(home), "bitfront-spark.jar");
        Files.writeString(home.resolve("bitfront.fatbin"), "");
        assertThat(program().run(command).out().lines())
                .containsSequence(
                        "--files", "%1$s/bitfront.fatbin,%1$s/jcuda/lib/a.so,%1$s/jcuda/lib/b.so".formatted(home));
    }

    @Test
    void aSparkOfThisMachineListensToThisMachineAlone() throws IOException {
        Files.writeString(folder.resolve("bitfront-spark.jar"), "");
        String say = "echo \"${SPARK_LOCAL_IP:-all}\"\n";
        String[] command = {"closeness", "web.bvss", "--spark", "local[2]"};
        assertThat(program(say).with("SPARK_LOCAL_IP", "192.0.2.1").run(command).out())
                .isEqualTo("192.0.2.1\n");
        assertThat(program(say).run(command).out()).isEqualTo("127.0.0.1\n");
        assertThat(program(say)
                        .run("closeness", "web.bvss", "--spark", "spark://host:7077")
                        .out())
                .isEqualTo("all\n");
    }

    @Test
    void sparkHasTheJavaOfThisProgramWhereNoneIsSaid() throws IOException {
        Files.writeString(folder.resolve("bitfront-spark.jar"), "");
        String say = "echo \"$JAVA_HOME\"\n";
        String[] command = {"closeness", "web.bvss", "--spark", "spark://host:7077"};
        assertThat(program(say).with("JAVA_HOME", "").run(command).out())
                .isEqualTo(System.getProperty("java.home") + "\n");
        assertThat(program(say).with("JAVA_HOME", "/opt/another").run(command).out())
                .isEqualTo("/opt/another\n");
    }

    @Test
    @Timeout(60)
    void aSignalEndsSparkSubmitToo() throws Exception {
        Files.writeString(folder.resolve("bitfront-spark.jar"), "");
        Program.Running running = program(
                        "trap 'touch ended; exit 143' TERM\ntouch begun\nwhile :; do sleep 0.1; done\n")
                .start("closeness", "web.bvss", "--spark", "spark://host:7077");
        await("begun");
        running.signal("TERM");
        assertThat(running.finish().exitCode()).isEqualTo(143);
        await("ended");
    }

    private void await(String file) throws InterruptedException {
        while (!Files.exists(folder.resolve(file))) {
            Thread.sleep(10);
        }
    }

    @Test
    void saysWhatIsMissingInOneLine() throws IOException {
        String[] command = {"closeness", "web.bvss", "--spark", "local[2]"};
        Program.Finished noJar = program().run(command);
        assertThat(noJar.exitCode()).isEqualTo(1);
        assertThat(noJar.err())
                .isEqualTo("bitfront: --spark local[2]: there is no bitfront-spark.jar; 'make spark' makes it\n");
        Program.Finished noHome = new Program(folder).with("SPARK_HOME", "").run(command);
        assertThat(noHome.exitCode()).isEqualTo(1);
        assertThat(noHome.err()).isEqualTo("bitfront: --spark local[2]: set SPARK_HOME to the folder of a Spark 4.2\n");
    }

    @Test
    void settingsOfSparkNeedSpark() {
        Program.Finished finished = new Program(folder).run("closeness", "web.bvss", "--spark-conf", "a=b");
        assertThat(finished.exitCode()).isEqualTo(2);
        assertThat(finished.err()).startsWith("bitfront: --spark-conf only goes with --spark\n");
    }
}
