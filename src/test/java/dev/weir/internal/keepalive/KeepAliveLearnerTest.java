package dev.weir.internal.keepalive;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeepAliveLearnerTest {

    private static LongUnaryOperator gaps(long fromMillis, long toMillis) {
        return random -> MILLISECONDS.toNanos(fromMillis + (toMillis - fromMillis) * random / 1_000);
    }

    @ParameterizedTest
    @CsvSource({"300, 0.066", "300, 0", "1000, 0.1", "5000, 0", "15000, 0.05", "100, 0.1"})
    void fallsBelowTheServersLimitAndStaysCloseToIt(long limitMillis, double jitter) {
        for (int seed = 0; seed < 30; seed++) {
            ServerModel model = new ServerModel(seed, 4, gaps(limitMillis / 10, limitMillis * 2));
            model.limitNanos = MILLISECONDS.toNanos(limitMillis);
            model.jitter = jitter;

            model.run(MILLISECONDS.toNanos(limitMillis) * 40);

            long least = (long) (model.limitNanos * (1 - jitter));
            assertThat(model.learner.limitNanos())
                    .as("limit %s ms, jitter %s, seed %s", limitMillis, jitter, seed)
                    .isLessThan(least)
                    .isGreaterThan(model.limitNanos * 6 / 10);
            model.forgetCounts();
            model.run(MILLISECONDS.toNanos(limitMillis) * 20);
            assertThat(model.raced).isZero();
            assertThat(model.reused).isPositive();
        }
    }

    @Test
    void isToldOnlyOfIdleAgesAtWhichAConnectionWasFoundClosed() {
        KeepAliveLearner learner = new KeepAliveLearner();
        boolean wasToldBefore = learner.isTold(SECONDS.toNanos(60));

        learner.closed(0, true, SECONDS.toNanos(4), SECONDS.toNanos(5), SECONDS.toNanos(100));

        assertThat(wasToldBefore).isFalse();
        assertThat(learner.isTold(SECONDS.toNanos(1))).isFalse();
        assertThat(learner.isTold(SECONDS.toNanos(5))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void momentsThatAlsoEndWhatHasNotRestedTeachNothing(boolean first) {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int minute = 1; minute <= 6; minute++) {
            long nowNanos = MINUTES.toNanos(minute);
            if (first) {
                learner.closed(0, false, 0, 0, nowNanos);
            }
            learner.closed(
                    0, true, MILLISECONDS.toNanos(260), MILLISECONDS.toNanos(270), nowNanos + MILLISECONDS.toNanos(20));
            if (!first) {
                learner.closed(0, false, 0, 0, nowNanos + MILLISECONDS.toNanos(40));
            }
        }

        learner.settle(MINUTES.toNanos(7));

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    @Test
    void whatHasNotRestedDoesNotHideLaterMoments() {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int minute = 1; minute <= 3; minute++) {
            long nowNanos = MINUTES.toNanos(minute);
            learner.closed(0, false, 0, 0, nowNanos);
            learner.closed(
                    0, true, MILLISECONDS.toNanos(260), MILLISECONDS.toNanos(270), nowNanos + SECONDS.toNanos(1));
        }

        learner.settle(MINUTES.toNanos(7));

        assertThat(learner.limitNanos()).isLessThan(MILLISECONDS.toNanos(260));
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 100, 1_000, 10_000})
    void restartsTeachNothing(long gapMillis) {
        for (int seed = 0; seed < 30; seed++) {
            ServerModel model = new ServerModel(seed, 6, gaps(gapMillis / 10, gapMillis));
            for (int restart = 0; restart < 12; restart++) {
                model.run(MILLISECONDS.toNanos(gapMillis) * 8 + SECONDS.toNanos(1));
                model.restart();
            }
            model.run(SECONDS.toNanos(60));

            assertThat(model.learner.limitNanos()).as("seed %s", seed).isEqualTo(KeepAliveLearner.NONE);
        }
    }

    @Test
    void closesOfOneMomentAtAgesThatDifferTeachNothing() {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int restart = 1; restart <= 5; restart++) {
            long nowNanos = SECONDS.toNanos(100L * restart);
            learner.closed(0, true, SECONDS.toNanos(10), SECONDS.toNanos(10), nowNanos);
            learner.closed(0, true, SECONDS.toNanos(40), SECONDS.toNanos(40), nowNanos);
        }

        learner.settle(SECONDS.toNanos(1_000));

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    @Test
    void followsALimitThatFalls() {
        ServerModel model = new ServerModel(1, 4, gaps(50, 2_000));
        model.limitNanos = MILLISECONDS.toNanos(1_000);
        model.run(SECONDS.toNanos(60));

        model.limitNanos = MILLISECONDS.toNanos(300);
        model.run(SECONDS.toNanos(30));

        assertThat(model.learner.limitNanos()).isLessThan(model.limitNanos).isGreaterThan(MILLISECONDS.toNanos(200));
    }

    @Test
    void followsALimitThatRisesSlowly() {
        ServerModel model = new ServerModel(1, 4, gaps(50, 20_000));
        model.limitNanos = MILLISECONDS.toNanos(300);
        model.run(SECONDS.toNanos(60));
        long before = model.learner.limitNanos();

        model.limitNanos = SECONDS.toNanos(5);
        model.run(SECONDS.toNanos(20));
        assertThat(model.learner.limitNanos()).isEqualTo(before);
        model.run(MINUTES.toNanos(30));

        assertThat(model.learner.limitNanos()).isBetween(SECONDS.toNanos(1), SECONDS.toNanos(5));
    }

    @Test
    void forgetsALimitThatIsNoMore() {
        ServerModel model = new ServerModel(1, 4, gaps(50, 60_000));
        model.limitNanos = MILLISECONDS.toNanos(300);
        model.run(SECONDS.toNanos(60));

        model.limitNanos = KeepAliveLearner.NONE;
        model.run(MINUTES.toNanos(60));

        assertThat(model.learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    @Test
    void limitThatNothingConfirmsForAnHourIsGivenUp() {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int i = 0; i < 4; i++) {
            learner.closed(0, true, SECONDS.toNanos(5), SECONDS.toNanos(5), SECONDS.toNanos(20L * i));
        }
        learner.settle(SECONDS.toNanos(90));

        learner.beginProbeIfDue(SECONDS.toNanos(3_600));
        assertThat(learner.limitNanos()).isEqualTo(MILLISECONDS.toNanos(4_500));
        learner.beginProbeIfDue(SECONDS.toNanos(3_700));

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    @Test
    void limitThatHoldsIsKeptForHours() {
        ServerModel model = new ServerModel(1, 4, gaps(50, 20_000));
        model.limitNanos = SECONDS.toNanos(5);
        model.run(MINUTES.toNanos(5));
        long before = model.learner.limitNanos();

        model.run(MINUTES.toNanos(180));

        assertThat(model.learner.limitNanos()).isBetween(before * 9 / 10, SECONDS.toNanos(5));
    }

    @Test
    void severalClosesAtOneMomentAreOneTestimony() {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int i = 0; i < 50; i++) {
            learner.closed(0, true, SECONDS.toNanos(5), SECONDS.toNanos(5), SECONDS.toNanos(100) + i);
        }

        learner.settle(SECONDS.toNanos(200));

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    @Test
    void threeMomentsThatAgreeSetTheLimit() {
        KeepAliveLearner learner = new KeepAliveLearner();
        learner.closed(0, true, SECONDS.toNanos(5), SECONDS.toNanos(5), SECONDS.toNanos(100));
        learner.closed(0, true, SECONDS.toNanos(5), SECONDS.toNanos(5), SECONDS.toNanos(110));
        learner.closed(0, true, SECONDS.toNanos(5), SECONDS.toNanos(5), SECONDS.toNanos(120));
        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);

        boolean changed = learner.settle(SECONDS.toNanos(126));

        assertThat(changed).isTrue();
        assertThat(learner.limitNanos()).isEqualTo(MILLISECONDS.toNanos(4_500));
    }

    @Test
    void isNotZeroIfConnectionsEndThatWereOpenTogether() {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int i = 0; i < 20; i++) {
            learner.closed(i, false, 0, 0, 1_000 + i);
        }

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    @Test
    void isNotZeroIfConnectionsAreReusedBetween() {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int i = 0; i < 20; i++) {
            learner.closed(i * 1_000L + 1, false, 0, 0, i * 1_000L + 2);
            if (i % 2 == 0) {
                learner.answered(5, KeepAliveLearner.NONE, i * 1_000L + 3);
            }
        }

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
    }

    private static KeepAliveLearner endedAtOnce(int times) {
        KeepAliveLearner learner = new KeepAliveLearner();
        for (int second = 1; second <= times; second++) {
            learner.closed(SECONDS.toNanos(second) - 1, false, 0, 0, SECONDS.toNanos(second));
        }
        return learner;
    }

    @Test
    void connectionsThatEndAtOnceAreTriedAgainAfterAWhileByWhatCanBeReplayed() {
        assertThat(endedAtOnce(2).limitNanos()).isEqualTo(KeepAliveLearner.NONE);
        KeepAliveLearner learner = endedAtOnce(3);
        assertThat(learner.limitNanos()).isZero();

        learner.settle(MINUTES.toNanos(11));

        assertThat(learner.limitNanos()).isEqualTo(KeepAliveLearner.NONE);
        assertThat(learner.isReuseAtRisk()).isTrue();
    }

    @Test
    void connectionsThatLastProveThatTheyMayBeReused() {
        for (boolean isReused : new boolean[] {true, false}) {
            KeepAliveLearner learner = endedAtOnce(3);
            learner.settle(MINUTES.toNanos(11));
            assertThat(learner.isReuseAtRisk()).isTrue();
            learner.seenOpen(MILLISECONDS.toNanos(20), SECONDS.toNanos(30), SECONDS.toNanos(4));
            assertThat(learner.isReuseAtRisk()).isTrue();

            if (isReused) {
                learner.answered(0, SECONDS.toNanos(30), SECONDS.toNanos(4));
            } else {
                learner.seenOpen(MILLISECONDS.toNanos(40), SECONDS.toNanos(30), SECONDS.toNanos(4));
            }

            assertThat(learner.isReuseAtRisk()).isFalse();
        }
    }
}
