package io.bitfront.engine.verify;

/// A result that a verifier found wrong; the message says which and how, in one line.
public final class VerificationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public VerificationException(String message) {
        super(message);
    }
}
