package io.bitfront.cache;

import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.order.OrderingOptions;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// What a cache was built from. A cache may stand for a graph while both parts are equal and its format version is
/// ours.
///
/// @param inputHash 64 hexadecimal digits over the input's bytes, see [InputHash]
/// @param options everything that changes the result, as `name=value` words
public record CacheKey(String inputHash, String options) {
    /// Counts the changes after which the readers make another graph of the same bytes, or refuse them: caches of
    /// earlier readers are built again. Those of the first do not say so.
    static final int READER = 2;

    private static final String READER_WORD = " reader=";

    /// Key of a graph file; reads all of it.
    public static CacheKey of(
            Path graph, ReadOptions read, PreprocessOptions options, Workers workers, Progress progress) {
        return new CacheKey(InputHash.ofFile(graph, read.format(), workers, progress), words(read, options));
    }

    /// Key of a graph that comes from no file.
    ///
    /// @param description the generator with all its parameters
    public static CacheKey ofGenerated(String description, PreprocessOptions options) {
        return new CacheKey(InputHash.ofText(description), words(ReadOptions.AUTO, options));
    }

    /// The options that change the result. What an ordering does not look at is left out.
    static String words(ReadOptions read, PreprocessOptions options) {
        StringBuilder words =
                new StringBuilder("order=").append(options.ordering().word());
        if (options.ordering().windowed()) {
            words.append(" window=").append(options.window());
        }
        if (options.ordering().seeded()) {
            words.append(" seed=").append(options.seed());
        }
        words.append(" format=").append(read.format().word());
        words.append(" direction=").append(directionWord(read));
        ReadChoices choices = read.choices();
        if (choices.columns().given()) {
            words.append(" columns=").append(choices.columns().words());
        }
        if (choices.ids() != IdChoice.AUTO) {
            words.append(" ids=").append(choices.ids().word());
        }
        return words.append(READER_WORD).append(READER).toString();
    }

    /// Whether these words differ from ours in nothing but the reader.
    static boolean isOfOtherReader(String options, String ours) {
        return !options.equals(ours) && withoutReader(options).equals(withoutReader(ours));
    }

    private static String withoutReader(String options) {
        int reader = options.lastIndexOf(READER_WORD);
        return reader < 0 ? options : options.substring(0, reader);
    }

    /// The part of a cache file's name that tells the options apart, empty for the default ones: `web.mtx.bvss`,
    /// `web.mtx.jaccard-8192.bvss`.
    static String tag(ReadOptions read, PreprocessOptions options) {
        StringBuilder tag = new StringBuilder();
        switch (options.ordering()) {
            case AUTO -> {}
            case RANDOM -> tag.append(".random-").append(options.seed());
            default -> {
                tag.append('.').append(options.ordering().word());
                if (options.ordering().windowed() && options.window() != OrderingOptions.DEFAULT_WINDOW) {
                    tag.append('-').append(options.window());
                }
            }
        }
        if (read.format() != ReadOptions.AUTO.format()) {
            tag.append('.').append(read.format().word());
        }
        if (read.direction() != ReadOptions.AUTO.direction()) {
            tag.append('.').append(directionWord(read));
        }
        ReadChoices choices = read.choices();
        if (choices.columns().given()) {
            tag.append(".columns-").append(inName(choices.columns()));
        }
        if (choices.ids() != IdChoice.AUTO) {
            tag.append('.').append(choices.ids().word());
        }
        return tag.toString();
    }

    /// Columns as a file's name can have them: names by a sum of them.
    private static String inName(ColumnChoice columns) {
        return columns.byNumber()
                ? "%s-%s".formatted(columns.from(), columns.to())
                : "%08x".formatted(Crc32c.of(StandardCharsets.UTF_8.encode(columns.words())));
    }

    private static String directionWord(ReadOptions read) {
        return switch (read.direction()) {
            case AS_FORMAT -> "as-format";
            case DIRECTED -> "directed";
            case UNDIRECTED -> "undirected";
        };
    }
}
