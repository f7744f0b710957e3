package dev.weir.internal.pool;

import static dev.weir.internal.pool.UnsolicitedBytes.FORGIVEN_AFTER_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnsolicitedBytesTest {

    private static final long START = Long.MAX_VALUE - 5; // the clock may overflow

    private final UnsolicitedBytes unsolicited = new UnsolicitedBytes(START);

    @Test
    void isNewsTheFirstTime() {
        assertThat(unsolicited.came(START)).isTrue();
    }

    @Test
    void isNoNewsAsLongAsItGoesOn() {
        unsolicited.came(START);

        assertThat(unsolicited.came(START + FORGIVEN_AFTER_NANOS - 1)).isFalse();
        assertThat(unsolicited.came(START + 2 * FORGIVEN_AFTER_NANOS - 2)).isFalse();
    }

    @Test
    void isNewsAgainAfterItWasFixed() {
        unsolicited.came(START);

        assertThat(unsolicited.came(START + FORGIVEN_AFTER_NANOS)).isTrue();
    }
}
