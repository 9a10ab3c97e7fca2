package io.bitfront.cli.command;

import com.sun.management.OperatingSystemMXBean;
import io.bitfront.bench.Machine;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Device;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `bitfront devices`.
@Command(
        name = "devices",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "What this machine offers: GPUs (and why one cannot be used), CPU, memory, Java.",
        footer = {"", "Example:", "  bitfront devices --json"})
final class DevicesCommand implements Callable<Integer> {
    private final Streams streams;

    @Mixin
    private ReportOptions reportOptions;

    @Mixin
    private CommonOptions common;

    DevicesCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        reportOptions.check(null);
        List<Device.Report> devices = Device.reports();
        Machine machine = Machine.current();
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        Report report = new Report().field("command", "devices");
        report.line("cpu", machine.cpu(), "cpu", machine.cpu());
        report.line("cores", Integer.toString(machine.cores()), "cores", machine.cores());
        long free = system.getFreeMemorySize();
        report.field("memoryBytes", machine.memoryBytes()).field("freeMemoryBytes", free);
        report.line("memory", "%s, %s free".formatted(Units.bytes(machine.memoryBytes()), Units.bytes(free)));
        long heap = Runtime.getRuntime().maxMemory();
        report.line("system", machine.os(), "system", machine.os());
        report.field("java", machine.jvm()).field("javaHeapBytes", heap);
        report.line("java", "%s, heap up to %s".formatted(machine.jvm(), Units.bytes(heap)));
        report.field("devices", devices.stream().map(DevicesCommand::fields).toList());
        Table table = new Table("--device", "usable", "description").left("usable", "description");
        for (Device.Report device : devices) {
            table.row(
                    device.name(),
                    device.problem() == null ? "yes" : "no",
                    device.problem() == null ? device.description() : device.description() + ": " + device.problem());
        }
        reportOptions.print(report.table(table), common, streams);
        return ExitCode.DONE;
    }

    private static Map<String, Object> fields(Device.Report device) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", device.name());
        fields.put("usable", device.problem() == null);
        fields.put("description", device.description());
        fields.put("memoryBytes", device.memoryBytes());
        fields.put("freeBytes", device.freeBytes());
        fields.put("problem", device.problem());
        return fields;
    }
}
