package io.bitfront.cli;

/// A program that prints how many processors its JVM takes there to be.
final class ShownProcessors {
    private ShownProcessors() {}

    public static void main(String[] args) {
        System.out.println(Runtime.getRuntime().availableProcessors());
    }
}
