package io.bitfront.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.profile.Profiles.HashWords;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Groups of vertices that a border sees alike, against a look at each vertex.
final class ProfilesTest {
    /// @param kinds how many ways there are to be seen: many outgrow the first table of them
    /// @param range of hops from the first border vertex: where it is wide, vertices of a kind lie far apart
    @ParameterizedTest
    @CsvSource({"1, 5, 50", "300, 20, 40", "20000, 40, 30", "20000, 9000, 2000", "3000, 3000, 40", "500, 100, 100000"})
    void groupWhatTheBorderSeesAlike(int vertices, int kinds, int range) {
        Random dice = new Random(vertices + kinds);
        Profiles profiles = new Profiles(vertices, false, HashWords.mixed(), () -> false);
        for (int time = 0; time < 2; time++) {
            int[][] border = drawn(dice, vertices, kinds, range);
            int begin = dice.nextInt(vertices + 1);
            int end = Math.min(vertices, begin + dice.nextInt(1 + vertices / 10));
            assertThat(profiles.group(border, begin, end, true)).isTrue();
            assertThat(profiles.count()).isEqualTo(seen(border, begin, end));
            int[] hops = dice.ints(border.length, 0, 60).toArray();
            int[] offset = new int[profiles.count()];
            profiles.offsets(hops, offset);
            int[] levels = new int[range + 200];
            profiles.histograms().addTo(levels, offset);
            int[] expected = new int[range + 200];
            long sum = 0;
            for (int x = 0; x < vertices; x++) {
                if (x < begin || x >= end) {
                    int level = distance(border, hops, x);
                    expected[level]++;
                    sum += level;
                }
            }
            assertThat(levels).isEqualTo(expected);
            long found = 0;
            for (int p = 0; p < profiles.count(); p++) {
                found += profiles.hopsSum(p) + (long) profiles.members(p) * offset[p];
                assertThat(profiles.least(p)).isLessThanOrEqualTo(profiles.most(p));
            }
            assertThat(found).isEqualTo(sum);
        }
        assertThat(profiles.group(drawn(dice, vertices, kinds, range), 0, 0, false))
                .isTrue();
        assertThat(profiles.histograms()).isNull();
    }

    /// Where edges have directions many vertices differ only in which of the border reaches them.
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void tellApartWhatIsOutOfReachOfOtherBorderVertices(int hops) {
        int borderSize = 10;
        int[][] border = new int[borderSize][1 << borderSize];
        for (int b = 0; b < borderSize; b++) {
            int bit = b;
            Arrays.setAll(border[b], x -> (x >> bit & 1) == 0 ? -1 : 1 + (x + bit) % hops);
        }
        Profiles profiles = new Profiles(1 << borderSize, true, HashWords.mixed(), () -> false);
        assertThat(profiles.group(border, 0, 0, false)).isTrue();
        assertThat(profiles.count()).isGreaterThanOrEqualTo((1 << borderSize) - 1);
    }

    private static int[][] drawn(Random dice, int vertices, int kinds, int range) {
        int[][] kind = new int[kinds][];
        Arrays.setAll(kind, k -> dice.ints(3, -25, 26).toArray());
        int[][] border = new int[4][vertices];
        for (int x = 0; x < vertices; x++) {
            int[] of = kind[dice.nextInt(kinds)];
            border[0][x] = 25 + dice.nextInt(range);
            for (int b = 1; b < border.length; b++) {
                border[b][x] = border[0][x] + of[b - 1];
            }
        }
        return border;
    }

    private static int seen(int[][] border, int begin, int end) {
        Set<String> all = new HashSet<>();
        for (int x = 0; x < border[0].length; x++) {
            if (x < begin || x >= end) {
                StringBuilder ways = new StringBuilder();
                for (int b = 1; b < border.length; b++) {
                    ways.append(border[b][x] - border[0][x]).append(' ');
                }
                all.add(ways.toString());
            }
        }
        return all.size();
    }

    private static int distance(int[][] border, int[] hops, int x) {
        int least = Integer.MAX_VALUE;
        for (int b = 0; b < border.length; b++) {
            least = Math.min(least, border[b][x] + hops[b]);
        }
        return least;
    }

    /// Where words are of no use all vertices have one hash.
    @Test
    void sayWhereHashesMistakeOneForAnother() {
        Profiles profiles = new Profiles(4, false, (position, which) -> 0, () -> false);
        int[][] alike = {{1, 2, 3, 4}, {2, 3, 4, 5}};
        assertThat(profiles.group(alike, 1, 1, false)).isTrue();
        for (int x = 0; x < 4; x++) {
            int[][] unlike = {alike[0], alike[1].clone()};
            unlike[1][x]++;
            assertThat(profiles.group(unlike, 1, 1, false)).isFalse();
            assertThat(profiles.group(unlike, x, x + 1, false)).isTrue();
        }
    }

    @Test
    void areNotFoundWhereNobodyWantsThem() {
        int[][] border = {{1, 2}, {2, 3}};
        for (int asked = 0; asked < 3; asked++) {
            int[] left = {asked};
            assertThat(new Profiles(2, false, HashWords.mixed(), () -> left[0]-- <= 0).group(border, 0, 0, true))
                    .isFalse();
        }
    }
}
