package io.bitfront.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Another program that searches a graph from one source, started as a process of its own for each source.
///
/// @param name for the report
/// @param words of its command line, with `{graph}`, `{source}`, `{runs}` and `{threads}` where these go
/// @param time finds how long each search took in what it prints: the first group, in seconds, or one named `ms` or
/// `us`
public record Peer(String name, List<String> words, Pattern time) {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Map<String, Double> UNITS = Map.of("ms", 1e6, "us", 1e3);
    private static final double NANOS_PER_SECOND = 1e9;

    /// GAP's `bfs` on an `.sg` file, timed by its trials.
    public static Peer gap(Path program) {
        return new Peer(
                "GAP",
                List.of(program.toString(), "-f", "{graph}", "-r", "{source}", "-n", "{runs}"),
                Pattern.compile("Trial Time:\\s*([0-9.eE+-]+)"));
    }

    /// @param text `NAME=COMMAND`; a word of the command that holds blanks stands in double quotes
    /// @param regex of its times
    /// @throws IllegalArgumentException in one line, where it is no such command or the expression has no group
    public static Peer parse(String text, String regex) {
        int equals = text.indexOf('=');
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text.substring(equals + 1));
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        if (equals < 1 || words.isEmpty()) {
            throw new IllegalArgumentException("%s: expected NAME=COMMAND".formatted(text));
        }
        if (words.stream().noneMatch(one -> one.contains("{graph}"))
                || words.stream().noneMatch(one -> one.contains("{source}"))) {
            throw new IllegalArgumentException("%s: its command needs {graph} and {source}".formatted(text));
        }
        try {
            Pattern time = Pattern.compile(regex);
            if (time.matcher("").groupCount() == 0) {
                throw new IllegalArgumentException("%s: expected a group that is the time".formatted(regex));
            }
            return new Peer(text.substring(0, equals), List.copyOf(words), time);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("%s: no regular expression: %s".formatted(regex, e.getDescription()), e);
        }
    }

    /// The command as a user would type it.
    String command() {
        return String.join(" ", words);
    }

    /// Searches from one source; the median of the times it prints, in nanoseconds.
    ///
    /// @param threads that it is given, by `{threads}` and to OpenMP
    /// @throws BenchException in one line, where it cannot be started, fails, or prints no time
    long nanos(Path graph, long source, int runs, int threads) {
        Map<String, String> values = Map.of(
                "{graph}", graph.toString(),
                "{source}", Long.toString(source),
                "{runs}", Integer.toString(runs),
                "{threads}", Integer.toString(threads));
        String printed = run(words.stream().map(one -> filled(one, values)).toList(), threads);
        long[] times =
                time.matcher(printed).results().mapToLong(this::nanos).sorted().toArray();
        if (times.length == 0) {
            throw new BenchException(
                    "%s: nothing it prints matches %s; its last line is: %s".formatted(name, time, lastLine(printed)));
        }
        return times[times.length / 2];
    }

    private static String filled(String word, Map<String, String> values) {
        String filled = word;
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled;
    }

    private long nanos(MatchResult found) {
        String unit = UNITS.keySet().stream()
                .filter(found.namedGroups()::containsKey)
                .findFirst()
                .orElse(null);
        String text = unit == null ? found.group(1) : found.group(unit);
        try {
            return Math.round(Double.parseDouble(text) * (unit == null ? NANOS_PER_SECOND : UNITS.get(unit)));
        } catch (NumberFormatException e) {
            throw new BenchException("%s: %s is no time".formatted(name, text), e);
        }
    }

    private String run(List<String> command, int threads) {
        try {
            Path errors = Files.createTempFile("bitfront-bench", ".log");
            try {
                ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
                builder.environment().put("OMP_NUM_THREADS", Integer.toString(threads));
                Process process = builder.start();
                process.getOutputStream().close();
                String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int exit = process.waitFor();
                if (exit != 0) {
                    throw new BenchException("%s: %s: exit code %d: %s"
                            .formatted(name, String.join(" ", command), exit, lastLine(Files.readString(errors))));
                }
                return printed;
            } finally {
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new BenchException("%s: %s".formatted(name, e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while %s ran".formatted(name), e);
        }
    }

    private static String lastLine(String text) {
        String[] lines = text.strip().split("\n");
        return lines[lines.length - 1];
    }
}
