package io.bitfront.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0             | 0 B
            17            | 17 B
            999           | 999 B
            1000          | 1.00 kB
            1234          | 1.23 kB
            12345         | 12.3 kB
            123456        | 123 kB
            999499        | 999 kB
            999500        | 1.00 MB
            10000000000   | 10.0 GB
            1e21          | 1,000,000 PB
            """)
    void showsBytesWithThreeDigitsAndAPrefix(double bytes, String shown) {
        assertThat(Units.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0          | 0
            0.0123     | 0.012
            0.99949    | 0.999
            0.9995     | 1.00
            9.994      | 9.99
            9.996      | 10.0
            99.94      | 99.9
            99.96      | 100
            1234.4     | 1,234
            """)
    void showsThreeSignificantDigitsBelowAHundred(double value, String shown) {
        assertThat(Units.significant(value)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -1      | 0 s
            0.4     | 0 s
            59.4    | 59 s
            59.6    | 1 min 0 s
            200     | 3 min 20 s
            3600    | 1 h 0 min
            18725   | 5 h 12 min
            273600  | 3 d 4 h
            """)
    void saysWaitsAsPeopleDo(double seconds, String said) {
        assertThat(Units.wait(seconds)).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0           | 0 s
            0.0000123   | 12.3 us
            0.0009994   | 999 us
            0.00099951  | 1.00 ms
            0.0301      | 30.1 ms
            0.9994      | 999 ms
            0.99951     | 1.00 s
            59.4        | 59.4 s
            59.5        | 1 min 0 s
            """)
    void showsTimesInTheUnitThatFits(double seconds, String shown) {
        assertThat(Units.time(seconds)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0     | 0 vertices
            1     | 1 vertex
            1000  | 1,000 vertices
            """)
    void countsInSingularAndPlural(long count, String said) {
        assertThat(Units.count(count, "vertex", "vertices")).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7, 0.0%",
        "7, 7, 100.0%",
        "2, 3, 66.7%",
        "1, 3, 33.3%",
        "1, 200, 0.5%",
        "1, 1000000, 0.1%",
        "999999, 1000000, 99.9%",
        "2147483646, 2147483647, 99.9%"
    })
    void saysAllAndNothingOnlyWhereItIs(long part, long whole, String said) {
        assertThat(Units.percent(part, whole)).isEqualTo(said);
    }
}
