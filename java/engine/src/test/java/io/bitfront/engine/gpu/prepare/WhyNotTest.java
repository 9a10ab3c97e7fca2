package io.bitfront.engine.gpu.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.PrepareOn;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.order.OrderingKind;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Why a GPU prepares no graph, on machines without one and with.
class WhyNotTest {
    private final GpuGraphPreparer preparer = new GpuGraphPreparer();

    private String whyNot(OrderingKind ordering) {
        return preparer.whyNot(
                PreprocessOptions.defaults().withOrdering(ordering).withDevice(new PrepareOn.Gpu(0, true)));
    }

    @Test
    void theFirstThatIsMissingIsNamed() {
        String missing = Stream.<Supplier<String>>of(Cuda::problem, KernelImage::problem, DeviceAlgorithms::problem)
                .map(Supplier::get)
                .filter(Objects::nonNull)
                .findFirst()
                .map("gpu: "::concat)
                .orElse(null);
        assertThat(whyNot(OrderingKind.NATURAL)).isEqualTo(missing);
        assertThat(whyNot(OrderingKind.AUTO)).isEqualTo(missing);
    }

    @Test
    void orderingsOfTheCpuAloneAreNamedWhateverIsMissing() {
        assertThat(whyNot(OrderingKind.RCM))
                .isEqualTo("gpu: ordering rcm is made on the CPU only; the GPU makes degree, natural and jaccard");
    }

    @Test
    void answersForGpusAlone() {
        assertThat(preparer.handles(new PrepareOn.Gpu(3, false))).isTrue();
        assertThat(preparer.handles(PrepareOn.cpu())).isFalse();
    }
}
