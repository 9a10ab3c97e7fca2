package io.bitfront.bench.document;

/// What a document asks of a file of results, and is not there.
public final class FigureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FigureException(String message) {
        super(message);
    }
}
