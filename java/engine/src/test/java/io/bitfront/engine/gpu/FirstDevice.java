package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The device that tests for GPUs run on: hardware, or one that `native/driver` emulates. A machine that
/// has neither fails them with the reason.
public final class FirstDevice {
    private FirstDevice() {}

    public static CudaDevice open() {
        assertThat(Cuda.problem()).isNull();
        assertThat(KernelImage.problem()).isNull();
        return Cuda.devices().getFirst();
    }

    /// Every test graph; on an emulated device, which needs a second for what takes hardware a millisecond, an eighth
    /// of the small ones as this run's seed draws them, or the next eighth where the rest is asked for.
    public static List<TestGraph> graphs() {
        if (!isEmulated()) {
            return TestGraphs.all();
        }
        List<TestGraph> small = new ArrayList<>(TestGraphs.small());
        Collections.shuffle(small, Share.random(Share.seed()));
        int eighth = small.size() / 8;
        return Share.isRest() ? small.subList(eighth, 2 * eighth) : small.subList(0, eighth);
    }

    public static int size(int onHardware, int emulated) {
        return isEmulated() ? emulated : onHardware;
    }

    /// Whether it is the emulator, whose memory has no pages.
    public static boolean isEmulated() {
        return open().name().startsWith("emulated");
    }
}
