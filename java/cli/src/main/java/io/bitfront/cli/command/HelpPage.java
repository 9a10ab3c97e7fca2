package io.bitfront.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The help of a command in 80 columns, broken at blanks only: picocli would also break `--sources` and `.tar.gz`.
final class HelpPage extends Help {
    static final int WIDTH = 80;

    /// Where descriptions of options begin.
    private static final int INDENT = 24;

    /// Columns before the names of options: a blank and `-o,`.
    private static final int SHORT = 5;

    /// A row of a table: its first column, then the rest.
    private static final Pattern ROW = Pattern.compile("(  (?!bitfront )\\S+ +)\\S.*");

    private static final int DESCRIPTION = WIDTH - INDENT - 1;

    HelpPage(CommandSpec spec, ColorScheme scheme) {
        super(spec, scheme);
    }

    @Override
    public Layout createDefaultLayout(
            List<OptionSpec> options, List<PositionalParamSpec> positionals, ColorScheme scheme) {
        TextTable table = TextTable.forColumns(
                scheme,
                new Column(2, 0, Overflow.TRUNCATE),
                new Column(2, 0, Overflow.TRUNCATE),
                new Column(1, 0, Overflow.TRUNCATE),
                new Column(INDENT - SHORT - 1, 1, Overflow.SPAN),
                new Column(DESCRIPTION + 1, 1, Overflow.SPAN));
        IOptionRenderer ofOptions = createDefaultOptionRenderer();
        IParameterRenderer ofParameters = createDefaultParameterRenderer();
        return new Layout(
                scheme,
                table,
                (option, labels, with) -> wrapped(ofOptions.render(option, labels, with)),
                (parameter, labels, with) -> wrapped(ofParameters.render(parameter, labels, with)));
    }

    /// Rows of cells whose last column is broken into lines that fit, each in a row of its own.
    private static Text[][] wrapped(Text[]... rows) {
        List<Text[]> lines = new ArrayList<>();
        for (Text[] row : rows) {
            int last = row.length - 1;
            List<Text> parts = new ArrayList<>(lines(row[last], DESCRIPTION));
            for (int i = 0; i < parts.size(); i++) {
                Text[] line = i == 0 ? row.clone() : blank(row.length);
                line[last] = parts.get(i);
                lines.add(line);
            }
        }
        return lines.toArray(new Text[0][]);
    }

    private static Text[] blank(int cells) {
        Text[] row = new Text[cells];
        Arrays.fill(row, Ansi.OFF.text(""));
        return row;
    }

    private static List<Text> lines(Text text, int width) {
        List<Text> lines = new ArrayList<>();
        String plain = text.plainString();
        for (int[] range : ranges(plain, width)) {
            lines.add(text.substring(range[0], range[1]));
        }
        return lines;
    }

    /// Begin and end of each line, broken at blanks; a word longer than a line stands alone. At least one.
    private static List<int[]> ranges(String text, int width) {
        List<int[]> ranges = new ArrayList<>();
        int begin = 0;
        while (text.length() - begin > width) {
            int blank = text.lastIndexOf(' ', begin + width);
            if (blank <= begin) {
                blank = text.indexOf(' ', begin + width);
            }
            if (blank < 0) {
                break;
            }
            ranges.add(new int[] {begin, blank});
            begin = blank + 1;
        }
        ranges.add(new int[] {begin, text.length()});
        return ranges;
    }

    @Override
    public String description(Object... parameters) {
        return paragraphs(commandSpec().usageMessage().description());
    }

    @Override
    public String footer(Object... parameters) {
        return paragraphs(commandSpec().usageMessage().footer());
    }

    @Override
    public String commandList(Map<String, Help> subcommands) {
        int longest =
                subcommands.keySet().stream().mapToInt(String::length).max().orElse(0);
        return subcommands.entrySet().stream()
                .map(command -> entry(command.getKey(), command.getValue(), longest + 4))
                .collect(Collectors.joining());
    }

    private String entry(String name, Help help, int indent) {
        String first = Stream.of(help.commandSpec().usageMessage().description())
                .findFirst()
                .orElse("");
        List<int[]> ranges = ranges(first, WIDTH - indent - 1);
        StringBuilder lines = new StringBuilder("  ")
                .append(colorScheme().commandText(name))
                .append(" ".repeat(indent - 2 - name.length()));
        for (int[] range : ranges) {
            lines.append(range[0] == 0 ? "" : " ".repeat(indent))
                    .append(first, range[0], range[1])
                    .append(System.lineSeparator());
        }
        return lines.toString();
    }

    /// Lines that begin with a blank are rows of a table or commands: their rest goes below their second column.
    private static String paragraphs(String... texts) {
        StringBuilder all = new StringBuilder();
        for (String text : texts) {
            Matcher row = ROW.matcher(text);
            int indent = row.matches() ? row.end(1) : 0;
            String first = text.substring(0, indent);
            for (int[] range : ranges(text.substring(indent), WIDTH - 1 - indent)) {
                all.append(range[0] == 0 ? first : " ".repeat(indent))
                        .append(text, indent + range[0], indent + range[1])
                        .append(System.lineSeparator());
            }
        }
        return all.toString();
    }
}
