package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.HandshakeKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResumptionTest {

    // The handshake took 5.5 ms, so that it began between the milliseconds 994 and 995.
    @ParameterizedTest
    @CsvSource({"1000, FULL", "995, FULL", "994, FULL", "993, RESUMED", "0, RESUMED"})
    void takesASessionThatIsOlderThanTheHandshakeForResumed(long createdMillis, HandshakeKind expected) {
        assertThat(DialTimeline.kind(createdMillis, 1_000, 5_500_000)).isEqualTo(expected);
    }
}
