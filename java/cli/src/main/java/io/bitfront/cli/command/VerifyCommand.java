package io.bitfront.cli.command;

import io.bitfront.cache.BvssFile;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.parallel.Workers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `bitfront verify`.
@Command(
        name = "verify",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Check every checksum and every structural invariant of a .bvss cache.",
        footer = {
            "",
            "Exits with 0 if every check passes, 3 if one fails, 1 if the file cannot be read as a cache.",
            "",
            "Example:",
            "  bitfront verify web.bvss"
        })
final class VerifyCommand implements Callable<Integer> {
    private final Streams streams;

    @Parameters(paramLabel = "FILE", description = "A .bvss cache.")
    private Path file;

    @Mixin
    private ThreadOptions threadOptions;

    @Mixin
    private ReportOptions reportOptions;

    @Mixin
    private CommonOptions common;

    VerifyCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        reportOptions.check(file);
        List<BvssFile.Check> checks;
        try (Workers workers = new Workers(threadOptions.threads())) {
            checks = BvssFile.verify(file, workers, common.progress(streams));
        }
        long failed = checks.stream().filter(check -> !check.passed()).count();
        reportOptions.print(report(checks, failed), common, streams);
        return failed == 0 ? ExitCode.DONE : ExitCode.VERIFICATION_FAILED;
    }

    private Report report(List<BvssFile.Check> checks, long failed) {
        Report report = new Report().field("command", "verify").line("file", file.toString(), "file", file.toString());
        report.field("checks", checks.stream().map(VerifyCommand::fields).toList());
        Table table = new Table("check", "verdict").left("verdict");
        checks.forEach(check -> table.row(check.name(), check.passed() ? "ok" : "FAILED: " + check.problem()));
        report.table(table);
        String verdict = failed == 0
                ? "all %s passed".formatted(Units.count(checks.size(), "check", "checks"))
                : "%d of %s failed".formatted(failed, Units.count(checks.size(), "check", "checks"));
        return report.line("verdict", verdict).field("passed", failed == 0);
    }

    private static Map<String, Object> fields(BvssFile.Check check) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", check.name());
        fields.put("passed", check.passed());
        fields.put("problem", check.problem());
        return fields;
    }
}
