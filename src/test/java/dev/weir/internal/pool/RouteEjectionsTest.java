package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.EjectionReason;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.AddressEjected;
import dev.weir.event.PoolEvent.AddressRestored;
import dev.weir.internal.diagnosis.EjectionFigures;
import dev.weir.internal.ejection.EjectionTerms;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PoolClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteEjectionsTest {

    private static final String TARGET = "http://upstream.test:80";
    private static final InetSocketAddress BAD = TwoAddresses.FAILING;
    private static final InetSocketAddress WELL = TwoAddresses.WELL;
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final Duration MAX_TIME = Duration.ofSeconds(15);
    private static final Duration NANO = Duration.ofNanos(1);
    private static final EjectionTerms TERMS = terms(2, TIME, MAX_TIME);
    private static final EjectionTerms OFF = terms(0, TIME, MAX_TIME);

    private final PoolClock clock = new PoolClock();
    private final EventRecorder events = new EventRecorder();
    // How many ejections listeners had been told each time that connections had to leave.
    private final List<Integer> toldBeforeLeaving = new ArrayList<>();
    private EjectionTerms terms = TERMS;
    private final RouteEjections ejections = new RouteEjections(
            TARGET,
            new PoolEvents("test", List.of(events)),
            () -> terms,
            () -> toldBeforeLeaving.add(told().size()),
            clock);

    RouteEjectionsTest() {
        ejections.order(List.of(BAD, WELL));
    }

    private static EjectionTerms terms(int failures, Duration time, Duration maxTime) {
        return new EjectionTerms(failures, time.toNanos(), maxTime.toNanos(), Set.of(503));
    }

    private List<AddressEjected> told() {
        return events.of(AddressEjected.class);
    }

    private boolean fail() {
        return ejections.failed(ejections.of(BAD), EjectionReason.RESET);
    }

    private boolean answers(InetSocketAddress address, int status) {
        return ejections.answered(ejections.of(address), status);
    }

    // Only an address beside one that works is ejected.
    private void eject() {
        fail();
        answers(WELL, 200);
        assertThat(fail()).isTrue();
    }

    private static AddressEjected ejection(EjectionReason reason, int failures, Duration time) {
        return new PoolEvent.AddressEjected("test", TARGET, BAD, reason, failures, time);
    }

    @Test
    void ejectsAtTheLastFailureThatTheTermsAllowAndNoSooner() {
        assertThat(fail()).isFalse();
        answers(WELL, 200);
        assertThat(told()).isEmpty();
        assertThat(toldBeforeLeaving).isEmpty();

        assertThat(fail()).isTrue();

        assertThat(told()).containsExactly(ejection(EjectionReason.RESET, 2, TIME));
    }

    @Test
    void connectionsLeaveBeforeListenersAreTold() {
        eject();

        assertThat(toldBeforeLeaving).containsExactly(0);
    }

    @Test
    void aFailureOfAnEjectedAddressChangesNothingBeforeItsTimeIsOver() {
        eject();
        clock.advance(TIME.minus(NANO));

        assertThat(fail()).isFalse();

        assertThat(told()).hasSize(1);
        assertThat(toldBeforeLeaving).hasSize(1);
        assertThat(ejections.ejected()).isEqualTo(Map.of(BAD, NANO));
    }

    @Test
    void aStatusOfTheTermsIsAFailureAndNoReturn() {
        assertThat(answers(BAD, 503)).isFalse();
        answers(WELL, 200);

        assertThat(answers(BAD, 503)).isFalse();

        assertThat(told()).containsExactly(ejection(EjectionReason.STATUS, 2, TIME));
    }

    @Test
    void anyOtherStatusEndsTheRow() {
        answers(BAD, 503);
        answers(WELL, 200);
        assertThat(answers(BAD, 500)).isFalse();
        answers(BAD, 503);
        answers(WELL, 200);
        assertThat(told()).isEmpty();

        answers(BAD, 503);

        assertThat(told()).hasSize(1);
    }

    @Test
    void takesNoRequestUntilExactlyItsTimeIsOver() {
        eject();
        clock.advance(TIME.minus(NANO));
        assertThat(ejections.isBlocked(BAD)).isTrue();
        assertThat(ejections.isDue(BAD)).isFalse();
        assertThat(ejections.order(List.of(BAD, WELL))).containsExactly(WELL, BAD);

        clock.advance(NANO);

        assertThat(ejections.isBlocked(BAD)).isFalse();
        assertThat(ejections.isDue(BAD)).isTrue();
        assertThat(ejections.isOut(BAD)).isTrue();
        assertThat(ejections.order(List.of(BAD, WELL))).containsExactly(BAD, WELL);
        assertThat(ejections.isDue(BAD)).isFalse();
    }

    @Test
    void aSuccessBringsItBackOnce() {
        eject();
        clock.advance(TIME);

        assertThat(answers(BAD, 200)).isTrue();
        assertThat(answers(BAD, 200)).isFalse();

        assertThat(events.of(AddressRestored.class))
                .containsExactly(new PoolEvent.AddressRestored("test", TARGET, BAD));
        assertThat(ejections.isOut(BAD)).isFalse();
        assertThat(ejections.ejected()).isEmpty();
    }

    @Test
    void anAddressThatWasNeverEjectedDoesNotComeBack() {
        fail();

        assertThat(answers(BAD, 200)).isFalse();

        assertThat(events.of(AddressRestored.class)).isEmpty();
    }

    @Test
    void aFailureOfItsProbeEjectsItForTwiceAsLongAndNoLongerThanTheTermsAllow() {
        eject();
        clock.advance(TIME);
        ejections.order(List.of(BAD, WELL));

        assertThat(fail()).isTrue();

        assertThat(told()).last().isEqualTo(ejection(EjectionReason.RESET, 1, MAX_TIME));
        assertThat(toldBeforeLeaving).containsExactly(0, 1);
        assertThat(ejections.ejected()).isEqualTo(Map.of(BAD, MAX_TIME));
    }

    @Test
    void theTermsAreReadForEachFailure() {
        fail();
        answers(WELL, 200);
        terms = terms(3, MAX_TIME, MAX_TIME);
        assertThat(fail()).isFalse();

        assertThat(fail()).isTrue();

        assertThat(told()).containsExactly(ejection(EjectionReason.RESET, 3, MAX_TIME));
    }

    @Test
    void isOffWhileTheTermsSaySo() {
        eject();
        terms = OFF;

        assertThat(ejections.isOut(BAD)).isFalse();
        assertThat(ejections.isBlocked(BAD)).isFalse();
        assertThat(ejections.ejected()).isEmpty();
        assertThat(ejections.figures().addresses())
                .extracting(EjectionFigures.Ejected::isOut)
                .containsExactly(false);
        clock.advance(TIME);
        assertThat(ejections.isDue(BAD)).isFalse();
        terms = TERMS;
        assertThat(ejections.isOut(BAD)).isTrue();
        assertThat(ejections.isDue(BAD)).isTrue();
    }

    @Test
    void whileItIsOffTheNextLookupTakesAllBack() {
        eject();
        terms = OFF;
        assertThat(ejections.order(List.of(BAD, WELL))).containsExactly(BAD, WELL);

        terms = TERMS;

        assertThat(ejections.isOut(BAD)).isFalse();
    }

    @Test
    void tellsForHowLongItTakesNoRequestDownToZero() {
        assertThat(ejections.ejected()).isEmpty();
        eject();
        assertThat(ejections.ejected()).isEqualTo(Map.of(BAD, TIME));

        clock.advance(TIME.minus(NANO));
        assertThat(ejections.ejected()).isEqualTo(Map.of(BAD, NANO));
        clock.advance(MAX_TIME);

        assertThat(ejections.ejected()).isEqualTo(Map.of(BAD, Duration.ZERO));
    }

    @Test
    void isAFindingForTenMinutesIfItIsBack() {
        eject();
        clock.advance(TIME);
        answers(BAD, 200);
        clock.advance(Duration.ofMinutes(10).minus(TIME).minus(NANO));
        assertThat(ejections.figures().addresses())
                .containsExactly(
                        new EjectionFigures.Ejected("127.0.0.1:80", 1, EjectionReason.RESET, false, Duration.ZERO));

        clock.advance(NANO);

        assertThat(ejections.figures().addresses()).isEmpty();
    }

    @Test
    void isAFindingForAsLongAsItIsOut() {
        eject();
        assertThat(ejections.figures().addresses())
                .containsExactly(new EjectionFigures.Ejected("127.0.0.1:80", 1, EjectionReason.RESET, true, TIME));

        clock.advance(Duration.ofHours(1));

        assertThat(ejections.figures().addresses())
                .containsExactly(
                        new EjectionFigures.Ejected("127.0.0.1:80", 1, EjectionReason.RESET, true, Duration.ZERO));
    }

    @Test
    void theLongestTimeDoesNotOverflow() {
        Duration longest = Duration.ofNanos(Long.MAX_VALUE / 4);
        terms = terms(2, longest, longest);
        eject();
        clock.advance(longest.minus(NANO));
        assertThat(ejections.isBlocked(BAD)).isTrue();
        clock.advance(NANO);
        ejections.order(List.of(BAD, WELL));

        assertThat(fail()).isTrue();

        assertThat(told())
                .containsExactly(
                        ejection(EjectionReason.RESET, 2, longest), ejection(EjectionReason.RESET, 1, longest));
    }
}
