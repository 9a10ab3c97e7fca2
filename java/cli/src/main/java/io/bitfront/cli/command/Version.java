package io.bitfront.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of(file)));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (IOException e) {
            return "unreadable";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
