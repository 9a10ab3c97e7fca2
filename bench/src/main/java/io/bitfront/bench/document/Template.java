package io.bitfront.bench.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// What a marked region of a document is made from, a line each:
///
/// | line | what it makes |
/// |---|---|
/// | `head TEXT` | the heading of a table |
/// | `list NAME` | nothing: rows are of this list from here on |
/// | `cells TEXT` | nothing: what each row becomes from here on |
/// | `row FILE KEY=VALUE ...` | a line of the rows of a file that have these values |
/// | `text TEXT` | a line |
/// | `row? ...`, `text? ...` | the same, or nothing while a file that it names is not there |
///
/// A figure is written `{SELECTION: PATH!FORMAT}`: without file and list in its selection, those of
/// its row, and the values of the row beside its own. Where its file is `.`, it is of the row's file,
/// but of the list and the values that it names itself; `$KEY` in these is what the row says of `KEY`.
/// It must be the same in all rows that fit, of which there must be some. A path that ends in a
/// question mark may be missing, and then is a dash. Values with blanks stand in single quotes.
/// [Figure] knows the formats. The last line says where the figures are from.
final class Template {
    private static final Pattern FIGURE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");
    private static final Pattern KEY = Pattern.compile("\\$(\\w+)");
    private static final String HERE = ".";
    private static final String MISSING = "–";
    private static final Selection NO_ROW = new Selection(null, null, Map.of());

    private final Results results;
    private final Set<String> used = new LinkedHashSet<>();
    private final List<String> made = new ArrayList<>();
    private String list = "bfs";
    private String cells = "";

    private Template(Results results) {
        this.results = results;
    }

    /// A file, a list of it and values that rows must have; file and list may be null.
    private record Selection(String file, String list, Map<String, String> values) {
        static Selection of(String text) {
            String file = null;
            String list = null;
            Map<String, String> values = new LinkedHashMap<>();
            Matcher words = WORD.matcher(text);
            while (words.find()) {
                String word = words.group();
                int equals = word.indexOf('=');
                if (equals > 0) {
                    values.put(
                            word.substring(0, equals),
                            word.substring(equals + 1).replace("'", ""));
                } else if (file == null) {
                    file = word;
                } else {
                    list = word;
                }
            }
            return new Selection(file, list, values);
        }

        Selection within(Selection outer) {
            if (HERE.equals(file)) {
                Map<String, String> filled = new LinkedHashMap<>(values);
                filled.replaceAll((_, value) -> outer.filled(value));
                return new Selection(outer.file, list, filled);
            }
            if (file != null) {
                return this;
            }
            Map<String, String> both = new LinkedHashMap<>(outer.values);
            both.putAll(values);
            return new Selection(outer.file, outer.list, both);
        }

        private String filled(String value) {
            return KEY.matcher(value).replaceAll(match -> {
                String own = values.get(match.group(1));
                if (own == null) {
                    throw new FigureException("the row says no %s for '%s'".formatted(match.group(1), value));
                }
                return Matcher.quoteReplacement(own);
            });
        }
    }

    static List<String> lines(List<String> template, Results results, String toResults) {
        Template region = new Template(results);
        template.forEach(region::take);
        if (region.used.isEmpty()) {
            return List.of("Not measured yet.");
        }
        region.made.add("");
        region.made.add(region.origins(toResults));
        return region.made;
    }

    /// A figure outside regions.
    ///
    /// @param file the file it is of
    record Inline(String text, String file) {}

    /// @param figure as between braces, with its file
    static Inline inline(String figure, Results results) {
        Template alone = new Template(results);
        String text = alone.figure(figure, NO_ROW);
        return new Inline(text, alone.used.iterator().next());
    }

    private void take(String line) {
        String word = line.contains(" ") ? line.substring(0, line.indexOf(' ')) : line;
        String rest = line.substring(word.length()).strip();
        switch (word) {
            case "head" -> {
                made.add(rest);
                long columns = rest.chars().filter(letter -> letter == '|').count() - 1;
                made.add("|" + "---|".repeat((int) columns));
            }
            case "list" -> list = rest;
            case "cells" -> cells = rest;
            case "row" -> made.add(filled(cells, row(rest)));
            case "row?" -> {
                if (present(cells, row(rest))) {
                    made.add(filled(cells, row(rest)));
                }
            }
            case "text" -> made.add(filled(rest, NO_ROW));
            case "text?" -> {
                if (present(rest, NO_ROW)) {
                    made.add(filled(rest, NO_ROW));
                }
            }
            default -> throw new FigureException("no line of a region begins with '%s'".formatted(word));
        }
    }

    private Selection row(String text) {
        Selection row = Selection.of(text);
        return new Selection(row.file, row.list == null ? list : row.list, row.values);
    }

    /// Whether all files that a line takes figures of are there.
    private boolean present(String text, Selection row) {
        return FIGURE.matcher(text)
                .results()
                .map(match -> selection(match.group(1), row).file)
                .allMatch(file -> file != null && results.has(file));
    }

    private static Selection selection(String figure, Selection row) {
        int colon = figure.lastIndexOf(':');
        return Selection.of(colon < 0 ? "" : figure.substring(0, colon)).within(row);
    }

    private String filled(String text, Selection row) {
        return FIGURE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(figure(match.group(1), row)));
    }

    private String figure(String text, Selection row) {
        Selection where = selection(text, row);
        String[] path = text.substring(text.lastIndexOf(':') + 1).strip().split("!", 2);
        boolean optional = path[0].endsWith("?");
        String name = optional ? path[0].substring(0, path[0].length() - 1) : path[0];
        if (where.file == null) {
            throw new FigureException("{%s} names no file".formatted(text));
        }
        used.add(where.file);
        Set<JsonNode> values = results.rows(where.file, where.list == null ? list : where.list, where.values).stream()
                .map(found -> Results.at(found, name))
                .collect(Collectors.toSet());
        if (values.size() != 1) {
            throw new FigureException("{%s}: %d values of %s in %s.json where %s"
                    .formatted(text, values.size(), name, where.file, where.values));
        }
        JsonNode value = values.iterator().next();
        if (!value.isValueNode() || value.isMissingNode()) {
            if (optional) {
                return MISSING;
            }
            throw new FigureException(
                    "{%s}: %s.json has no %s where %s".formatted(text, where.file, name, where.values));
        }
        return Figure.text(value, path.length > 1 ? path[1].strip() : "");
    }

    /// Files of one origin together.
    private String origins(String toResults) {
        Map<String, List<String>> files = new LinkedHashMap<>();
        for (String file : used) {
            files.computeIfAbsent(results.origin(file), _ -> new ArrayList<>())
                    .add("[%s](%s%s.json)".formatted(file, toResults, file));
        }
        return files.entrySet().stream()
                .map(one -> "%s: %s.".formatted(String.join(", ", one.getValue()), one.getKey()))
                .collect(Collectors.joining(" "));
    }
}
