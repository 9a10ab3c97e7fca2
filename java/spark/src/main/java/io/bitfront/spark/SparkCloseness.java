package io.bitfront.spark;

import io.bitfront.cli.Main;

/// The program that `spark-submit` starts: closeness over a cluster, with the options of `bitfront closeness`.
public final class SparkCloseness {
    private SparkCloseness() {}

    public static void main(String[] args) {
        Main.start((streams, _) -> SparkCommand.commandLine(streams), args);
    }
}
