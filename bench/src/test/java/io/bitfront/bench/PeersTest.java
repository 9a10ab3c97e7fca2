package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.bench.BenchOptions.GraphSet;
import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Other programs, of which scripts stand in for one.
class PeersTest {
    private static final int SOURCES = 3;

    @TempDir
    private Path folder;

    /// A program that notes what it was called with and prints what it is told.
    private Path script(String name, String... prints) throws IOException {
        Path file = folder.resolve(name);
        String lines = String.join("\n", prints);
        Files.writeString(
                file,
                "#!/bin/sh\necho \"$0 $* on $OMP_NUM_THREADS\" >> %s\n%s\n".formatted(folder.resolve("calls"), lines));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private SuiteResult run(List<Peer> peers) {
        BenchOptions options = new BenchOptions(
                folder,
                null,
                new BfsProtocol(SOURCES, 3, 1),
                0,
                new Device.Cpu(1),
                LabRequest.from(0),
                GraphSet.generated(List.of("kron"), List.of(8), List.of()),
                Progress.NONE,
                line -> {});
        return Suites.named("peers", peers).run(options);
    }

    @Test
    void theSameSourcesOfTheSameFileTakeTurns() throws IOException {
        Path gap = script("bfs", "echo 'Trial Time:  0.002'; echo 'Trial Time: 0.5'; echo 'Trial Time: 0.004'");
        Path other = script("other", "echo \"took $3 us\"");
        SuiteResult result = run(List.of(
                Peer.gap(gap), Peer.parse("other=%s {source} {graph} 700".formatted(other), "took (?<us>[0-9]+) us")));
        String graph = folder.resolve("kron-8.sg").toString();
        BfsMeasurement verified = result.bfs().getFirst();
        assertThat(verified.verified()).isEqualTo(SOURCES);
        List<Long> sources = verified.perSource().stream()
                .map(BfsMeasurement.SourceTime::source)
                .toList();
        List<String> calls = Files.readAllLines(folder.resolve("calls"));
        assertThat(calls).hasSize(2 * SOURCES);
        for (int i = 0; i < SOURCES; i++) {
            assertThat(calls.get(2 * i)).isEqualTo("%s -f %s -r %d -n 3 on 1".formatted(gap, graph, sources.get(i)));
            assertThat(calls.get(2 * i + 1)).isEqualTo("%s %d %s 700 on 1".formatted(other, sources.get(i), graph));
        }
        assertThat(result.peers()).extracting(PeerMeasurement::peer).containsExactly("GAP", "other");
        PeerMeasurement first = result.peers().getFirst();
        assertThat(first.theirs().medianMs()).isCloseTo(4, within(0.01));
        assertThat(first.ratio()).isBetween(first.leastRatio(), first.mostRatio());
        assertThat(first.ours().minMs() / 4).isCloseTo(first.leastRatio(), within(0.01 * first.leastRatio()));
        assertThat(first.ours().maxMs() / 4).isCloseTo(first.mostRatio(), within(0.01 * first.mostRatio()));
        assertThat(result.peers().getLast().theirs().medianMs()).isCloseTo(0.7, within(0.001));
    }

    @Test
    void saysInOneLineWhyAPeerCannotBeTimed() throws IOException {
        Path broken = script("broken", "echo 'reading'; echo 'no such graph' >&2; exit 3");
        fails(() -> run(List.of(Peer.gap(broken))), "GAP: .*broken -f .* -r \\d+ -n 3: exit code 3: no such graph");
        Path silent = script("silent", "echo one; echo two");
        fails(
                () -> run(List.of(Peer.gap(silent))),
                "GAP: nothing it prints matches Trial Time.*; its last line is: two");
        fails(() -> run(List.of(Peer.gap(folder.resolve("gone")))), "GAP: .*gone.*No such file.*");
        fails(() -> run(List.of()), "peers: name another program by --gap or --peer");
    }

    /// Else one that reads it would wait for ever.
    @Test
    @Timeout(60)
    void aPeersInputIsAtItsEnd() throws IOException {
        Path reading = script("reading", "cat; echo 'Trial Time: 0.5'");
        assertThat(Peer.gap(reading).nanos(folder.resolve("a.sg"), 1, 1, 1)).isEqualTo(500_000_000);
    }

    @Test
    void anInterruptedWaitIsToldAndHandedOn() throws IOException {
        Path slow = script("slow", "echo 'Trial Time: 0.5'; exec >&-; sleep 60");
        Thread.currentThread().interrupt();
        fails(() -> Peer.gap(slow).nanos(folder.resolve("a.sg"), 1, 1, 1), "interrupted while GAP ran");
        assertThat(Thread.interrupted()).isTrue();
        Thread.currentThread().interrupt();
        fails(() -> new Program(slow).run(), "interrupted while running .*slow");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aTimeIsANumber() throws IOException {
        Peer peer =
                Peer.parse("p=%s {graph} {source}".formatted(script("words", "echo 'took long s'")), "took (\\w+) s");
        fails(() -> peer.nanos(folder.resolve("a.sg"), 1, 1, 1), "p: long is no time");
    }

    private static void fails(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(BenchException.class).hasMessageMatching(message);
    }

    @Test
    void readsACommandAndTheUnitOfItsTimes() {
        Peer peer = Peer.parse("two words=run \"a b\" {graph}:{source}", "(?<ms>[0-9.]+)ms");
        assertThat(peer.name()).isEqualTo("two words");
        assertThat(peer.words()).containsExactly("run", "a b", "{graph}:{source}");
        refuses("run {graph} {source}", "(.)", "run {graph} {source}: expected NAME=COMMAND");
        refuses("=run {graph} {source}", "(.)", "=run {graph} {source}: expected NAME=COMMAND");
        refuses("x=", "(.)", "x=: expected NAME=COMMAND");
        refuses("x=run {source}", "(.)", "x=run {source}: its command needs {graph} and {source}");
        refuses("x=run {graph}", "(.)", "x=run {graph}: its command needs {graph} and {source}");
        refuses("x=run {graph} {source}", "[0-9]+", "[0-9]+: expected a group that is the time");
        refuses("x=run {graph} {source}", "(", "(: no regular expression: Unclosed group");
    }

    private static void refuses(String text, String regex, String message) {
        assertThatThrownBy(() -> Peer.parse(text, regex))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
