package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.ClosenessResult.Stage;
import io.bitfront.engine.closeness.Stages.Reached;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a job's stages are said to have done.
class StagesTest {
    private final long started = System.nanoTime();
    private final Stages stages = new Stages(started);

    private List<String> names() {
        return stages.all().stream().map(Stage::name).toList();
    }

    @Test
    void eachTellsWhatCameSinceTheOneBefore() {
        stages.ended("bounds", new Reached(3, 100, 0.25, 40));
        stages.ended("cells", new Reached(10, 60, 0.5, 70));
        long ended = System.nanoTime();
        assertThat(stages.all().get(0))
                .returns(3L, Stage::searches)
                .returns(100L, Stage::left)
                .returns(0.25, Stage::threshold)
                .returns(40L, Stage::rulingOutNanos);
        assertThat(stages.all().get(1))
                .returns(7L, Stage::searches)
                .returns(60L, Stage::left)
                .returns(0.5, Stage::threshold)
                .returns(30L, Stage::rulingOutNanos);
        assertThat(stages.all().stream().mapToLong(Stage::nanos).sum()).isBetween(0L, ended - started);
        assertThat(stages.all()).allMatch(stage -> stage.nanos() >= 0);
    }

    /// Of 100 left when the stage began: 51 are more than half of them, 50 are half.
    @Test
    void searchesBelongToTheStageBeforeUntilItHasHalvedWhatIsLeft() {
        stages.ended("bounds", new Reached(0, 100, 0, 0));
        stages.searched("apart", new Reached(1, 80, 0.1, 5));
        stages.searched("apart", new Reached(3, 51, 0.2, 6));
        assertThat(names()).containsExactly("bounds", "apart");
        stages.searched("apart", new Reached(6, 50, 0.3, 8));
        assertThat(names()).containsExactly("bounds", "apart");
        assertThat(stages.all().getLast())
                .returns(6L, Stage::searches)
                .returns(50L, Stage::left)
                .returns(0.3, Stage::threshold)
                .returns(8L, Stage::rulingOutNanos);
        stages.searched("apart", new Reached(10, 49, 0.4, 9));
        assertThat(names()).containsExactly("bounds", "apart", "apart");
        assertThat(stages.all().getLast()).returns(4L, Stage::searches).returns(1L, Stage::rulingOutNanos);
        stages.searched("apart", new Reached(11, 26, 0.4, 9));
        assertThat(names()).containsExactly("bounds", "apart", "apart");
        stages.searched("apart", new Reached(12, 25, 0.4, 9));
        stages.searched("apart", new Reached(13, 24, 0.4, 9));
        assertThat(names()).containsExactly("bounds", "apart", "apart", "apart");
    }

    @Test
    void onlySearchesOfTheSameNameGoOnWithAStage() {
        stages.searched("apart", new Reached(1, 100, 0, 0));
        stages.searched("together", new Reached(2, 99, 0, 0));
        stages.searched("apart", new Reached(3, 98, 0, 0));
        stages.ended("apart", new Reached(4, 97, 0, 0));
        assertThat(names()).containsExactly("apart", "together", "apart", "apart");
    }
}
