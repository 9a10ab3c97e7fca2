package io.bitfront.cli.fuzz;

import org.junit.jupiter.api.Tag;

@Tag("gpu")
class GpuFlippedCachesTest extends FlippedCaches {
    GpuFlippedCachesTest() {
        super("gpu", 6);
    }
}
