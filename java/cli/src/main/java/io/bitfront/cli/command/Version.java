package io.bitfront.cli.command;

import io.bitfront.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.IVersionProvider;

/// What `--version` prints. The launcher says from which commit it was built and where the kernels are; these are told
/// apart by a hash of what was compiled.
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Bitfront.class.getPackage().getImplementationVersion();
        return new String[] {
            "bitfront %s (commit %s, kernels %s, Java %s)"
                    .formatted(
                            version == null ? "development build" : version,
                            System.getProperty("bitfront.commit", "unknown"),
                            kernels(System.getProperty("bitfront.kernels")),
                            Runtime.version())
        };
    }

    static String kernels(String file) {
        if (file == null || !Files.isRegularFile(Path.of(file))) {
            return "none";
        }
        try {
            return Sha256.hex(Files.readAllBytes(Path.of(file)), 6);
        } catch (IOException e) {
            return "unreadable";
        }
    }
}
