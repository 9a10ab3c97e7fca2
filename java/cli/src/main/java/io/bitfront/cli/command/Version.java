package io.bitfront.cli.command;

import picocli.CommandLine.IVersionProvider;

/// What `--version` prints; the launcher says from which commit it was built.
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Bitfront.class.getPackage().getImplementationVersion();
        return new String[] {
            "bitfront %s (commit %s, Java %s)"
                    .formatted(
                            version == null ? "development build" : version,
                            System.getProperty("bitfront.commit", "unknown"),
                            Runtime.version())
        };
    }
}
