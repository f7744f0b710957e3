package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GovernorTest {

    private static final int MOST = 8;
    private static final long DIAL = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long HOLD = TimeUnit.MILLISECONDS.toNanos(10);

    private final Governor governor = new Governor();

    private void known() {
        governor.dialed(DIAL, 0);
        governor.released(HOLD, true);
    }

    private boolean mayDial(int dialing, int leased, int queue) {
        return governor.mayDial(MOST, dialing, leased, queue, 0, false);
    }

    @Test
    void dialsAtOnceWhileNothingIsKnown() {
        assertThat(mayDial(0, 0, 1)).isTrue();
        assertThat(mayDial(7, 90, 1)).isTrue();
    }

    @Test
    void waitsIfConnectionsBecomeFreeSooner() {
        known();

        assertThat(mayDial(0, 2, 6)).isFalse();
    }

    @Test
    void dialsForCallersForWhomNoneBecomesFreeInTheTimeOfADial() {
        known();

        assertThat(mayDial(0, 2, 7)).isTrue();
    }

    @Test
    void dialsAtOnceIfConnectionsDoNotComeBack() {
        known();
        for (int i = 0; i < 60; i++) {
            governor.released(HOLD, false);
        }

        assertThat(mayDial(0, 100, 1)).isTrue();
    }

    @Test
    void neverHasMoreThanAllowedUnderWay() {
        assertThat(governor.mayDial(MOST, MOST, 0, 100, Long.MAX_VALUE, true)).isFalse();
        assertThat(standing(MOST - 1, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void dialsOneAtATimeAfterAFailureUntilOneSucceeds() {
        governor.dialFailed();

        assertThat(mayDial(0, 0, 100)).isTrue();
        assertThat(governor.mayDial(MOST, 1, 0, 100, Long.MAX_VALUE, true)).isFalse();

        governor.dialed(DIAL, 0);

        assertThat(mayDial(1, 0, 100)).isTrue();
    }

    @Test
    void dialsOneAtATimeForAQueueThatStandsLongerThanADial() {
        known();

        assertThat(standing(0, DIAL)).isFalse();
        assertThat(standing(0, DIAL + 1)).isTrue();
        assertThat(standing(1, DIAL + 1)).isFalse();
        assertThat(standing(1, Governor.LASTING_DIALS * DIAL)).isFalse();
    }

    @Test
    void dialsAsManyAsAllowedForAQueueThatStandsForThreeDials() {
        known();

        assertThat(standing(1, Governor.LASTING_DIALS * DIAL + 1)).isTrue();
        assertThat(standing(MOST - 1, Governor.LASTING_DIALS * DIAL + 1)).isTrue();
        assertThat(standing(MOST, Long.MAX_VALUE)).isFalse();
    }

    @Test
    void takesALoadForLastingAfterASecondHoweverLongADialTakes() {
        governor.dialed(100 * DIAL, 0);
        governor.released(HOLD, true);

        assertThat(standing(0, SECOND / 3)).isFalse();
        assertThat(standing(0, SECOND / 3 + 1)).isTrue();
        assertThat(standing(1, SECOND - 1)).isFalse();
        assertThat(standing(MOST - 1, SECOND)).isTrue();
    }

    @Test
    void takesAQueueForTheSameAfterABreakOfADialOrOfAHold() {
        assertThat(governor.breakNanos()).isZero();

        known();

        assertThat(governor.breakNanos()).isEqualTo(DIAL);
        for (int i = 0; i < 60; i++) {
            governor.released(10 * DIAL, true);
        }
        assertThat(governor.breakNanos()).isBetween(9 * DIAL, 10 * DIAL);
    }

    private boolean standing(int dialing, long nanos) {
        return governor.mayDial(MOST, dialing, 100, 1, nanos, false);
    }

    @Test
    void dialsForACallerThatHasWaitedForHalfOfItsTime() {
        known();

        assertThat(governor.mayDial(MOST, 0, 100, 1, 0, true)).isTrue();
    }

    @Test
    void followsALastingChange() {
        known();
        for (int i = 0; i < 60; i++) {
            governor.dialed(10 * DIAL, 0);
        }

        assertThat(governor.dialNanos()).isBetween(9 * DIAL, 10 * DIAL);
    }

    @Test
    void isNotTurnedByOneSlowDial() {
        for (int i = 0; i < 8; i++) {
            governor.dialed(DIAL, 0);
        }
        governor.dialed(5 * DIAL, 0);

        assertThat(governor.dialNanos()).isLessThan(2 * DIAL);
    }
}
