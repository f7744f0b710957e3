package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Protocol;
import dev.weir.internal.async.Heartbeat.Step;
import dev.weir.internal.pool.StreamSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    private static final long SECOND = 1_000_000_000L;
    private static final StreamSettings OFF = settings(Duration.ZERO);
    private static final StreamSettings ON = settings(Duration.ofSeconds(10));

    // The clock may have any value, negative ones as well.
    private static final long START = Long.MAX_VALUE - 5 * SECOND;

    private final Heartbeat heartbeat = new Heartbeat(START);

    private static StreamSettings settings(Duration ping) {
        return new StreamSettings(Protocol.NEGOTIATE, 100, ping);
    }

    private static long at(long afterNanos) {
        return START + afterNanos;
    }

    private Step next(long afterNanos, StreamSettings settings) {
        return heartbeat.next(at(afterNanos), settings);
    }

    @Test
    void asksNoPeerUnlessItIsSwitchedOn() {
        assertThat(next(1_000 * SECOND, OFF)).isEqualTo(Step.REST);
    }

    @Test
    void asksAfterTheSilenceAndNotBefore() {
        heartbeat.heard(at(SECOND));

        assertThat(next(11 * SECOND - 1, ON)).isEqualTo(Step.REST);
        assertThat(next(11 * SECOND, ON)).isEqualTo(Step.ASK);
    }

    @Test
    void takesAPeerForGoneThatSaysNothingFromTheQuestionOn() {
        next(10 * SECOND, ON);
        heartbeat.sent(at(11 * SECOND));

        assertThat(next(16 * SECOND - 1, ON)).isEqualTo(Step.REST);
        assertThat(next(16 * SECOND, ON)).isEqualTo(Step.GONE);
    }

    @Test
    void takesAnyFrameForAResponse() {
        next(10 * SECOND, ON);
        heartbeat.sent(at(10 * SECOND));
        heartbeat.heard(at(10 * SECOND + 1));

        assertThat(next(16 * SECOND, ON)).isEqualTo(Step.REST);
        assertThat(next(20 * SECOND, ON)).isEqualTo(Step.REST);
        assertThat(next(20 * SECOND + 1, ON)).isEqualTo(Step.ASK);
    }

    @Test
    void takesAFrameAtTheSameInstantForAResponse() {
        next(10 * SECOND, ON);
        heartbeat.sent(at(10 * SECOND));
        heartbeat.heard(at(10 * SECOND));

        assertThat(next(16 * SECOND, ON)).isEqualTo(Step.REST);
    }

    @Test
    void expectsNoResponseToAPingThatWasNotSent() {
        next(10 * SECOND, ON);

        assertThat(next(100 * SECOND, ON)).isEqualTo(Step.REST);
    }

    @Test
    void tellsHowLongNothingHasCome() {
        heartbeat.heard(at(2 * SECOND));

        assertThat(heartbeat.silentNanos(at(9 * SECOND))).isEqualTo(7 * SECOND);
    }
}
