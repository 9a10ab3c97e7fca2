package io.bitfront.bench.document;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// How a value of a file of results is written in a document. What is no number stands as it is.
///
/// | format | a number |
/// |---|---|
/// | none | a whole one in full, another to three digits, thousands in full |
/// | `as` | as the file has it |
/// | `n` | rounded to a whole one |
/// | `M` | in millions or billions |
/// | `/1000` or another whole number, `*1000` | so many times less or more |
/// | `%` | a share of one, in percent |
final class Figure {
    private static final int DIGITS = 3;
    private static final double THOUSAND = 1000;
    /// In millions: what three digits make a billion of.
    private static final double LEAST_BILLION = 999.5;

    private Figure() {}

    /// @param format one of those above, or empty
    /// @throws FigureException for another format
    static String text(JsonNode value, String format) {
        if (!value.isNumber()) {
            return value.asString();
        }
        double number = value.asDouble();
        return switch (format) {
            case "" ->
                value.isIntegralNumber() ? String.format(Locale.ROOT, "%,d", value.asLong()) : significant(number);
            case "as" -> value.asString();
            case "n" -> String.format(Locale.ROOT, "%,d", Math.round(number));
            case "M" -> millions(number);
            case "*1000" -> significant(number * THOUSAND);
            case "%" -> significant(100 * number) + "%";
            default -> {
                if (!format.matches("/[1-9][0-9]{0,8}")) {
                    throw new FigureException("no figure is written as '%s'".formatted(format));
                }
                yield significant(number / Integer.parseInt(format.substring(1)));
            }
        };
    }

    private static String millions(double number) {
        double millions = number / 1e6;
        return millions < LEAST_BILLION ? significant(millions) + " M" : significant(millions / THOUSAND) + " G";
    }

    static String significant(double number) {
        if (number == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(DIGITS, RoundingMode.HALF_UP));
        if (rounded.abs().compareTo(BigDecimal.valueOf(THOUSAND)) >= 0) {
            return String.format(Locale.ROOT, "%,d", Math.round(number));
        }
        int before = rounded.precision() - rounded.scale();
        return rounded.setScale(Math.max(0, DIGITS - before), RoundingMode.HALF_UP)
                .toPlainString();
    }
}
