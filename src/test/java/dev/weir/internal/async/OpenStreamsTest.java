package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FrameFilter streams = new FrameFilter(100, () -> {});

    @Test
    void areOverSomeTimeAfterTheirReset() {
        streams.begun(1);

        streams.reset(1, SECOND);

        assertThat(streams.isOver(1, SECOND + SECOND / 4)).isFalse();
        assertThat(streams.isOver(1, SECOND + SECOND / 2)).isTrue();
    }

    @Test
    void areKnownOneByOneHoweverManyThereAreAndInWhateverOrderTheyEnd() {
        Random random = new Random(7);
        Set<Integer> open = new TreeSet<>();
        int next = 1;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(100) < 52 || open.isEmpty()) {
                streams.begun(next);
                open.add(next);
                next += 2;
            } else {
                int ending = open.stream()
                        .skip(random.nextInt(Math.min(30, open.size())))
                        .findFirst()
                        .orElseThrow();
                streams.ended(ending);
                open.remove(ending);
            }
        }

        for (int streamId = 1; streamId < next; streamId += 2) {
            assertThat(streams.isOver(streamId, 0)).isEqualTo(!open.contains(streamId));
        }
    }
}
