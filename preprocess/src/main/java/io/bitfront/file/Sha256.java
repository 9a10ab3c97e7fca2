package io.bitfront.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, which every Java has.
public final class Sha256 {
    private Sha256() {}

    /// A hash of nothing yet.
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /// The first bytes of a hash, two hexadecimal digits each.
    ///
    /// @param length how many, at most 32
    public static String hex(byte[] of, int length) {
        return HexFormat.of().formatHex(begin().digest(of), 0, length);
    }
}
