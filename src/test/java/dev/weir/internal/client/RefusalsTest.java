package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    private static Refusals after(int refusals, boolean amidProgress) {
        Refusals all = Refusals.NONE;
        for (int i = 0; i < refusals; i++) {
            all = all.another(amidProgress);
        }
        return all;
    }

    @Test
    void areHopelessIfTheServerDoesNothingElse() {
        assertThat(after(20, false).isHopeless()).isFalse();
        assertThat(after(21, false).isHopeless()).isTrue();
    }

    @Test
    void allowARepeatWhileTheServerMakesProgressWithOthers() {
        Refusals all = after(20, false).another(true);

        assertThat(all.another(false).isHopeless()).isFalse();
        assertThat(after(10_000, true).isHopeless()).isFalse();
    }

    @Test
    void areHopelessInTheEnd() {
        assertThat(after(10_001, true).isHopeless()).isTrue();
    }

    @Test
    void pauseTheLongerTheMoreThereAre() {
        assertThat(after(20, true).pauseNanos()).isZero();
        assertThat(after(21, true).pauseNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(after(500, true).pauseNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }
}
