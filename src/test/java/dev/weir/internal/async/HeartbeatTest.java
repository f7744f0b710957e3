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

    private final Heartbeat heartbeat = new Heartbeat();

    private static StreamSettings settings(Duration ping) {
        return new StreamSettings(Protocol.NEGOTIATE, 100, false, ping, Duration.ofSeconds(5));
    }

    @Test
    void asksNobodyUnlessItIsSwitchedOn() {
        assertThat(heartbeat.next(1_000 * SECOND, 0, OFF)).isEqualTo(Step.REST);
    }

    @Test
    void asksAfterTheSilenceAndNotBefore() {
        assertThat(heartbeat.next(10 * SECOND - 1, 0, ON)).isEqualTo(Step.REST);
        assertThat(heartbeat.next(10 * SECOND, 0, ON)).isEqualTo(Step.ASK);
    }

    @Test
    void takesAPeerForGoneThatSaysNothingFromTheQuestionOn() {
        heartbeat.next(10 * SECOND, 0, ON);
        heartbeat.sent(SECOND);

        assertThat(heartbeat.next(15 * SECOND, 6 * SECOND - 1, ON)).isEqualTo(Step.REST);
        assertThat(heartbeat.next(15 * SECOND, 6 * SECOND, ON)).isEqualTo(Step.GONE);
    }

    @Test
    void takesWhateverComesForAnAnswer() {
        heartbeat.next(10 * SECOND, 0, ON);
        heartbeat.sent(0);

        assertThat(heartbeat.next(SECOND, 6 * SECOND, ON)).isEqualTo(Step.REST);
        assertThat(heartbeat.next(10 * SECOND, 15 * SECOND, ON)).isEqualTo(Step.ASK);
    }

    @Test
    void takesAnAnswerWithinTheMillisecondForOne() {
        heartbeat.next(10 * SECOND, 0, ON);
        heartbeat.sent(400_000); // the answer came at 600,000, which the clock for silence calls 0

        assertThat(heartbeat.next(6 * SECOND, 6 * SECOND, ON)).isEqualTo(Step.REST);
        assertThat(heartbeat.next(10 * SECOND, 10 * SECOND, ON)).isEqualTo(Step.ASK);
    }

    @Test
    void expectsNoAnswerToAQuestionThatWasNotSent() {
        heartbeat.next(10 * SECOND, 0, ON);

        assertThat(heartbeat.next(100 * SECOND, 90 * SECOND, ON)).isEqualTo(Step.REST);
    }
}
