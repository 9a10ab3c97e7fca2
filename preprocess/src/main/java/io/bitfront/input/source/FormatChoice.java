package io.bitfront.input.source;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.InputFormat.Likeness;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the format of a file among those there are: by content where it is certain, then by suffix, then by what the
/// content is like.
public record FormatChoice(List<? extends InputFormat> formats) {
    /// @throws GraphFormatException where neither tells the format
    InputFormat of(FileHead head) {
        List<? extends InputFormat> named = formats.stream()
                .filter(f -> f.suffixes().contains(head.suffix()))
                .toList();
        if (named.stream().allMatch(InputFormat::general)) {
            InputFormat seen = likest(formats, head);
            Likeness least = named.isEmpty() ? Likeness.LIKELY : Likeness.CERTAIN;
            if (seen.likeness(head) != Likeness.CERTAIN) {
                requireNoOther(head);
            }
            if (seen.likeness(head).compareTo(least) >= 0) {
                return seen;
            }
        }
        if (named.size() == 1) {
            return named.getFirst();
        }
        if (named.isEmpty()) {
            throw new GraphFormatException(
                    head.path(),
                    0,
                    "neither name nor content tell the format, expected --format with one of %s".formatted(words()));
        }
        InputFormat seen = likest(named, head);
        if (seen.likeness(head) == Likeness.NONE) {
            throw new GraphFormatException(
                    head.path(),
                    0,
                    "content and suffix do not agree, expected %s"
                            .formatted(named.stream()
                                    .map(format -> format.expectation(head.path()))
                                    .collect(Collectors.joining(" or "))));
        }
        return seen;
    }

    private void requireNoOther(FileHead head) {
        OtherFormat.of(head).ifPresent(what -> {
            throw new GraphFormatException(
                    head.path(),
                    0,
                    "the file is %s, which is not read, expected a graph in one of %s (--format takes it for one)"
                            .formatted(what, words()));
        });
    }

    private String words() {
        return formats.stream().map(InputFormat::word).collect(Collectors.joining(", "));
    }

    /// The first of those that a file is most like.
    private static InputFormat likest(List<? extends InputFormat> formats, FileHead head) {
        return formats.stream()
                .max(Comparator.comparing((InputFormat format) -> format.likeness(head))
                        .thenComparing(format -> -formats.indexOf(format)))
                .orElseThrow();
    }
}
