package io.bitfront.bench.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Measured figures of documents outside the regions that [Figures] makes: a number with a unit of time, a rate, a
/// share or a factor, in a table also every number with a decimal point. Each is one of these, or a problem:
///
/// * filled: it stands before a comment `<!-- {SELECTION: PATH!FORMAT} -->`, a figure as in regions ([Template]), which
///   may have one row only;
/// * dated: its paragraph, or the one before its table, says `as of DAY` or `as of COMMIT`; or its section, of
///   whatever depth, has a paragraph that begins `*Figures as of DAY`. README dates nothing;
/// * a constant, such as a limit: a line `DOCUMENT | FIGURE | REASON` of `bench/constants.txt` names it.
///
/// What is filled from a file of kernels of an earlier day must be dated too.
final class Prose {
    private static final Pattern FILLED = Pattern.compile("\\d[\\d,.]*(?: [MG]|%)?(<!-- \\{([^{}]*)} -->)");
    private static final Pattern MEASURED = Pattern.compile("(?<![\\w.,])\\d[\\d,]*(?:\\.\\d+)?(?:\\s?%|x(?!\\w)"
            + "|\\s(?:ns|us|ms|s|min|h|seconds?|minutes?|hours?|times|[kMGT]?B/s|Gb/s|[GM]?TEPS)(?![\\w/]))");
    private static final Pattern IN_TABLES = Pattern.compile("(?<![\\w.,])\\d[\\d,]*\\.\\d+(?![\\w.])");
    private static final String DATE =
            "(?:commits? )?(?:[0-9a-f]{7,40}\\b|(?:\\d{1,2} to )?\\d{1,2} [A-Z][a-z]+ 20\\d\\d)";
    private static final Pattern DATED = Pattern.compile("\\b[Aa]s\\s+of\\s+" + DATE);
    private static final Pattern SECTION_DATED =
            Pattern.compile("\\*Figures\\s+as\\s+of\\s+" + DATE + ".*", Pattern.DOTALL);
    private static final Pattern NO_PROSE = Pattern.compile("`[^`]*`|<!--.*?-->|]\\([^)]*\\)", Pattern.DOTALL);

    private final Results results;
    private final Map<String, Set<String>> constants;
    private final Set<String> met = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    /// @param constants figures that are not measured, by document
    Prose(Results results, Map<String, Set<String>> constants) {
        this.results = results;
        this.constants = constants;
    }

    /// A line outside regions with its figures filled.
    static String filled(String line, Results results) {
        return FILLED.matcher(line)
                .replaceAll(match -> Matcher.quoteReplacement(
                        Template.inline(match.group(2), results).text() + match.group(1)));
    }

    /// Notes what is wrong with a document.
    ///
    /// @param name its path from the repository's root
    void check(String name, String text) {
        boolean mayBeDated = !name.equals("README.md");
        List<Paragraph> paragraphs = Paragraph.of(text.lines().toList());
        boolean before = false;
        for (Paragraph paragraph : paragraphs) {
            boolean itself = DATED.matcher(paragraph.text()).find();
            boolean dated =
                    mayBeDated && (itself || paragraph.table() && before || datedSection(paragraph, paragraphs));
            check(name, paragraph, dated);
            before = itself;
        }
    }

    private static boolean datedSection(Paragraph paragraph, List<Paragraph> all) {
        return all.stream()
                .anyMatch(one -> SECTION_DATED.matcher(one.text()).matches() && paragraph.within(one.section()));
    }

    private void check(String name, Paragraph paragraph, boolean dated) {
        Matcher filled = FILLED.matcher(paragraph.text());
        while (filled.find() && !dated) {
            String file = Template.inline(filled.group(2), results).file();
            if (!results.ofTodaysKernels(file)) {
                problems.add("%s:%d: %s.json has kernels of an earlier day: say as of when"
                        .formatted(name, paragraph.line(), file));
            }
        }
        Set<String> undated = new TreeSet<>();
        for (String figure : figures(paragraph)) {
            if (constants.getOrDefault(name, Set.of()).contains(figure)) {
                met.add(name + " | " + figure);
            } else if (!dated) {
                undated.add(figure);
            }
        }
        if (!undated.isEmpty()) {
            problems.add("%s:%d: neither filled from bench/results nor dated nor a constant: %s"
                    .formatted(name, paragraph.line(), String.join(", ", undated)));
        }
    }

    private static Set<String> figures(Paragraph paragraph) {
        String text = paragraph.table() ? paragraph.text().replaceFirst("[^\\n]*", "") : paragraph.text();
        String rest = NO_PROSE.matcher(FILLED.matcher(text).replaceAll("@")).replaceAll("@");
        Set<String> found = new TreeSet<>();
        MEASURED.matcher(rest)
                .results()
                .forEach(match -> found.add(match.group().replaceAll("\\s+", " ")));
        if (paragraph.table()) {
            IN_TABLES
                    .matcher(MEASURED.matcher(rest).replaceAll("@"))
                    .results()
                    .forEach(match -> found.add(match.group()));
        }
        return found;
    }

    /// What is wrong with the documents checked, constants that none of them has among it.
    List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        constants.forEach((name, figures) -> figures.stream()
                .map(figure -> name + " | " + figure)
                .filter(constant -> !met.contains(constant))
                .forEach(constant -> all.add("bench/constants.txt: '%s' is met nowhere".formatted(constant))));
        return all;
    }

    /// Lines that stand together outside regions and code: a paragraph, an item of a list or a table.
    ///
    /// @param line the first one's number
    /// @param section the headings it stands under, the first of the document first
    private record Paragraph(int line, List<String> section, String text) {
        private static final Pattern HEADING = Pattern.compile("(#+) .*");

        boolean table() {
            return text.startsWith("|");
        }

        boolean within(List<String> other) {
            return section.size() >= other.size()
                    && section.subList(0, other.size()).equals(other);
        }

        static List<Paragraph> of(List<String> lines) {
            List<Paragraph> found = new ArrayList<>();
            List<String> section = new ArrayList<>();
            List<String> open = new ArrayList<>();
            String skippedTo = null;
            for (int at = 0; at < lines.size(); at++) {
                String line = lines.get(at);
                Matcher heading = HEADING.matcher(line);
                boolean ends = line.isBlank()
                        || line.startsWith("* ")
                        || skippedTo != null
                        || line.equals(Figures.BEGIN)
                        || line.startsWith("```")
                        || heading.matches();
                if (ends && !open.isEmpty()) {
                    found.add(new Paragraph(at + 1 - open.size(), List.copyOf(section), String.join("\n", open)));
                    open.clear();
                }
                if (skippedTo != null) {
                    skippedTo = line.equals(skippedTo) ? null : skippedTo;
                } else if (line.equals(Figures.BEGIN)) {
                    skippedTo = Figures.END;
                } else if (line.startsWith("```")) {
                    skippedTo = "```";
                } else if (heading.matches()) {
                    int depth = heading.group(1).length();
                    section.subList(Math.min(depth - 1, section.size()), section.size())
                            .clear();
                    section.add(line);
                } else if (!line.isBlank()) {
                    open.add(line);
                }
            }
            if (!open.isEmpty()) {
                found.add(new Paragraph(lines.size() + 1 - open.size(), List.copyOf(section), String.join("\n", open)));
            }
            return found;
        }
    }
}
