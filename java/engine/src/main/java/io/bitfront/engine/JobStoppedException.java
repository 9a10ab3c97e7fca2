package io.bitfront.engine;

/// A job that ended before it was done because it was asked to; the message says how far it came, in one line.
public final class JobStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String progress;

    /// @param progress how far it came
    public JobStoppedException(String progress) {
        super(progress);
        this.progress = progress;
    }

    /// @param progress how far it came
    /// @param kept what becomes of that
    public JobStoppedException(String progress, String kept) {
        super("%s; %s".formatted(progress, kept));
        this.progress = progress;
    }

    /// How far the job came; the message may also say what becomes of that.
    public String progress() {
        return progress;
    }
}
