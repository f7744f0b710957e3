package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnsTest {

    private final Turns turns = new Turns();

    @Test
    void roundIsOverOnceEveryStreamThatCouldHasSent() {
        long first = turns.round();

        turns.refused();
        boolean once = turns.asked();
        long stillFirst = turns.round();
        boolean again = turns.asked();

        assertThat(stillFirst).isEqualTo(first);
        assertThat(turns.round()).isGreaterThan(first);
        assertThat(once).isFalse();
        assertThat(again).isFalse();
    }

    @Test
    void asksOnceMoreForStreamsThatWereSkipped() {
        turns.skipped();

        boolean afterSkip = turns.asked();
        boolean afterwards = turns.asked();

        assertThat(afterSkip).isTrue();
        assertThat(afterwards).isFalse();
    }

    @Test
    void aSingleStreamIsNeverSkipped() {
        long turn = turns.round();

        turns.asked();

        assertThat(turns.round()).isNotEqualTo(turn);
    }

    @Test
    void aStreamThatWasRefusedIsForgottenWithItsPass() {
        long first = turns.round();
        turns.refused();
        turns.asked();

        turns.asked(); // the stream was canceled meanwhile

        assertThat(turns.round()).isGreaterThan(first);
    }
}
