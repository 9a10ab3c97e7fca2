package io.bitfront.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every line of up to six characters among a letter, a separator, blanks and quotes, against regular expressions.
final class FieldReaderTest {
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"]|\"\")*+)\"");

    /// What the fields of a line are, and what is wrong with it, `!` behind those before.
    private static List<String> expected(String line, char separator) {
        String blank = separator == '\t' ? " *" : "[ \t]*";
        List<String> fields = new ArrayList<>();
        int at = separator == 0 ? behind(blank, line, 0) : 0;
        if (separator == 0 && at == line.length()) {
            return fields;
        }
        while (true) {
            int begin = behind(blank, line, at);
            Matcher quoted = QUOTED.matcher(line).region(begin, line.length());
            int end = -1;
            if (line.startsWith("\"", begin)) {
                boolean closed = quoted.lookingAt();
                int next = closed ? behind(blank, line, quoted.end()) : -1;
                if (closed && (next == line.length() || ends(line, separator, quoted.end(), next))) {
                    fields.add(quoted.group(1).replace("\"\"", "\""));
                    end = next;
                } else if (separator != '\t') {
                    fields.add(closed ? "! text follows" : "! a quote opens");
                    return fields;
                }
            }
            if (end < 0) {
                end = behind(separator == 0 ? "[^ \t]*" : "[^%c]*".formatted(separator), line, begin);
                fields.add(line.substring(begin, end).replaceAll(blank + "$", ""));
            }
            end = separator == 0 ? behind(blank, line, end) : end;
            if (end == line.length()) {
                return fields;
            }
            at = separator == 0 ? end : end + 1;
        }
    }

    private static boolean ends(String line, char separator, int quote, int next) {
        return separator == 0 ? next > quote : line.charAt(next) == separator;
    }

    private static int behind(String pattern, String line, int from) {
        Matcher found = Pattern.compile(pattern).matcher(line).region(from, line.length());
        return found.lookingAt() ? found.end() : from;
    }

    /// The line stands between others, as in a file.
    private static List<String> found(String line, char separator) {
        FieldReader reader = new FieldReader((byte) separator);
        byte[] bytes = ("\"a " + line + "\" ,b").getBytes(StandardCharsets.ISO_8859_1);
        List<String> fields = new ArrayList<>();
        reader.begin(bytes, 3, 3 + line.length());
        while (reader.next()) {
            fields.add(new String(
                    Arrays.copyOfRange(reader.text(), reader.start(), reader.stop()), StandardCharsets.ISO_8859_1));
        }
        if (reader.defect() != null) {
            fields.add("! " + String.join(" ", Arrays.copyOf(reader.defect().split(" "), 3)));
        }
        return fields.stream()
                .map(field -> field.replace("! text follows the", "! text follows"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(chars = {0, ',', '\t'})
    void readsTheFieldsOfEveryShortLine(char separator) {
        String letters = separator == ',' ? "a, \"\t" : "a,\t\" ";
        List<String> lines = new ArrayList<>(List.of(""));
        for (int i = 0; i < lines.size() && lines.get(i).length() < 6; i++) {
            for (int letter = 0; letter < letters.length(); letter++) {
                lines.add(lines.get(i) + letters.charAt(letter));
            }
        }
        for (String line : lines) {
            assertThat(found(line, separator)).as("'%s'", line).isEqualTo(expected(line, separator));
        }
    }
}
