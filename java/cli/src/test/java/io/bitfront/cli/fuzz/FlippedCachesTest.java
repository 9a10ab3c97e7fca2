package io.bitfront.cli.fuzz;

class FlippedCachesTest extends FlippedCaches {
    FlippedCachesTest() {
        super("cpu", 24);
    }
}
