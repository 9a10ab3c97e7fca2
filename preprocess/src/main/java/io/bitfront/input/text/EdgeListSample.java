package io.bitfront.input.text;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.FileNames;
import io.bitfront.input.source.InputFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The first lines of an edge list, comments and blank lines left out, by which it is found out what its fields are.
///
/// @param lines one `char` per byte
/// @param separator of as many fields in half of them at least as in the first, else of fields in half of them; 0 for
/// blanks
record EdgeListSample(List<String> lines, byte separator) {
    private static final int MOST_LINES = 101;
    private static final int MOST_BYTES = 1 << 20;
    private static final int FEED_BYTES = 1 << 16;
    private static final String TABS_FIRST = "\t,;|";
    private static final String COMMAS_FIRST = ",;\t|";
    /// Two whole numbers, whatever follows.
    static final Pattern EDGE = Pattern.compile("[ \t]*\\d+([ \t]+|[ \t]*[,;][ \t]*)\\d+([ \t,;].*)?", Pattern.DOTALL);

    /// The same, one of them quoted at least.
    private static final Pattern QUOTED_EDGE = Pattern.compile(
            "[ \t]*(\"\\d+\"([ \t]+|[ \t]*[,;][ \t]*)(\\d+|\"\\d+\")|\\d+([ \t]+|[ \t]*[,;][ \t]*)\"\\d+\")([ \t,;].*)?",
            Pattern.DOTALL);

    private static final Pattern SEPARATORS = Pattern.compile("[ \t,;]*");

    /// A word that a separator may stand in: from a quote at its beginning to one at its end.
    private static final Pattern QUOTED = Pattern.compile("(^|[ \t,;|])\"[^\"]*+(?:\"\"[^\"]*+)*+\"(?=$|[ \t,;|])");

    private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d+");

    static EdgeListSample of(InputFile input) {
        List<String> lines = new ArrayList<>();
        try (TextFeed feed = TextFormat.open(input, FEED_BYTES)) {
            long bytes = 0;
            for (String line = feed.headLine();
                    line != null && lines.size() < MOST_LINES && bytes < MOST_BYTES;
                    line = feed.headLine()) {
                if (!line.isBlank() && !EdgeListHead.isComment(line)) {
                    lines.add(line);
                    bytes += line.length();
                }
            }
        } catch (GraphFormatException e) {
            // The reading proper says so, behind what precedes the defect.
        }
        String candidates = FileNames.suffix(input.path()).equals("csv") ? COMMAS_FIRST : TABS_FIRST;
        return new EdgeListSample(lines, separator(lines, candidates));
    }

    /// Commas may stand within numbers or names, and then separate rows into other fields than the first line.
    private static byte separator(List<String> lines, String candidates) {
        byte[] splitting = candidates.getBytes(StandardCharsets.ISO_8859_1);
        for (byte candidate : splitting) {
            int fields = lines.isEmpty() ? 0 : count(lines.getFirst(), candidate);
            if (fields > 1 && half(lines, line -> count(line, candidate) == fields)) {
                return candidate;
            }
        }
        for (byte candidate : splitting) {
            if (half(lines, line -> count(line, candidate) > 1)) {
                return candidate;
            }
        }
        return 0;
    }

    /// Fields of a line; one where the separator stands within quoted words alone.
    private static int count(String line, byte separator) {
        String unquoted = QUOTED.matcher(line).replaceAll("$1");
        return unquoted.indexOf(separator) < 0
                ? 1
                : FieldReader.fields(line, separator).size();
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /// The fields of the first line, which may be separated otherwise than the others if it is a header.
    List<String> first() {
        String line = lines.getFirst();
        List<String> fields = FieldReader.fields(line, separator);
        if (fields.size() < 2) {
            fields = FieldReader.fields(line, separator(List.of(line), TABS_FIRST));
        }
        return fields.stream()
                .map(field -> new String(field.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .toList();
    }

    /// This sample without its first line, if it has more.
    EdgeListSample rest() {
        return lines.size() > 1 ? new EdgeListSample(lines.subList(1, lines.size()), separator) : this;
    }

    private static boolean half(List<String> lines, Predicate<String> matches) {
        return !lines.isEmpty() && 2 * lines.stream().filter(matches).count() >= lines.size();
    }

    /// Whether half of the lines, at least, have so many fields.
    boolean isWide(int width) {
        return half(lines, line -> FieldReader.fields(line, separator).size() >= width);
    }

    /// Whether something stands behind the first two columns of half of the lines, at least.
    ///
    /// @param numbers whether two plain numbers are read, wherever separators stand around them
    boolean goesOnBehindTwo(boolean numbers) {
        return half(lines, line -> {
            Matcher edge = EDGE.matcher(line);
            if (numbers && edge.matches()) {
                return edge.group(2) != null
                        && !SEPARATORS.matcher(edge.group(2)).matches();
            }
            return FieldReader.fields(line, separator).stream().skip(2).anyMatch(field -> !field.isEmpty());
        });
    }

    /// Whether half of the lines, at least, begin with two plain numbers.
    boolean beginsWithNumbers() {
        return half(lines, line -> EDGE.matcher(line).matches());
    }

    /// Whether some line begins with two whole numbers, one of them in quotes.
    boolean quotesNumbers() {
        return lines.stream().anyMatch(EdgeListSample::quotesNumbers);
    }

    static boolean quotesNumbers(String line) {
        return QUOTED_EDGE.matcher(line).matches();
    }

    /// Whether more than half of the lines have something else than a whole number in a column.
    boolean hasNames(int column) {
        return !half(lines, line -> words(line, column).findFirst().isEmpty());
    }

    /// The first field that makes a name of a column's fields, fit for a message.
    ///
    /// @param columns of which one, at least, has names
    String firstWord(int... columns) {
        int[] named = Arrays.stream(columns).filter(this::hasNames).toArray();
        return lines.stream()
                .flatMap(line -> Arrays.stream(named).boxed().flatMap(column -> words(line, column)))
                .findFirst()
                .map(Excerpt::of)
                .orElseThrow();
    }

    /// What a line has in a column, if that is something else than a whole number.
    private Stream<String> words(String line, int column) {
        return FieldReader.fields(line, separator).stream()
                .skip(column)
                .limit(1)
                .filter(field ->
                        !field.isEmpty() && !WHOLE_NUMBER.matcher(field).matches());
    }

    /// Whether the fields are what [ChunkParser] reads: not quoted, and separated as it knows it.
    boolean plain() {
        return separator != '|' && lines.stream().noneMatch(line -> line.indexOf('"') >= 0);
    }
}
