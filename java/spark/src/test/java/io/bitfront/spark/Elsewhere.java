package io.bitfront.spark;

import java.net.URI;
import org.apache.hadoop.fs.RawLocalFileSystem;

/// A file system that only Hadoop knows: the local files under another scheme.
public final class Elsewhere extends RawLocalFileSystem {
    @Override
    public URI getUri() {
        return URI.create("elsewhere:///");
    }

    @Override
    public String getScheme() {
        return "elsewhere";
    }
}
