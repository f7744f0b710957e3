package dev.weir.internal.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.hedge.HedgeRace.Failure;
import dev.weir.internal.hedge.HedgeRace.Response;
import org.junit.jupiter.api.Test;

class HedgeRaceTest {

    private final HedgeRace race = new HedgeRace();

    @Test
    void isOverBeforeAHedgeIsSent() {
        assertThat(race.responds()).isEqualTo(Response.COUNTS);
        assertThat(race.begins()).isFalse();
        assertThat(race.isOver()).isTrue();
    }

    @Test
    void saysWhetherAHedgeCouldBegin() {
        assertThat(race.mayBegin()).isTrue();

        race.responds();

        assertThat(race.mayBegin()).isFalse();
    }

    @Test
    void isWonByTheFirstResponse() {
        assertThat(race.begins()).isTrue();
        assertThat(race.isOver()).isFalse();

        assertThat(race.responds()).isEqualTo(Response.COUNTS_BESIDE_HEDGE);
        assertThat(race.responds()).isEqualTo(Response.LATE);
    }

    @Test
    void goesOnWithTheOneThatHasNotFailed() {
        race.begins();
        assertThat(race.firstFails()).isEqualTo(Failure.WAITS);

        assertThat(race.responds()).isEqualTo(Response.COUNTS_BESIDE_HEDGE);
    }

    @Test
    void countsAResponseAfterTheHedgeHasFailed() {
        race.begins();
        assertThat(race.hedgeFails()).isEqualTo(Failure.WAITS);

        assertThat(race.responds()).isEqualTo(Response.COUNTS);
    }

    @Test
    void isLostWhenBothFail() {
        race.begins();
        race.firstFails();
        assertThat(race.hedgeFails()).isEqualTo(Failure.LAST);
    }

    @Test
    void isLostWhenTheFirstFailsAfterTheHedge() {
        race.begins();
        race.hedgeFails();
        assertThat(race.firstFails()).isEqualTo(Failure.LAST);
    }

    @Test
    void isLostWithoutAHedgeWhenTheFirstFails() {
        assertThat(race.firstFails()).isEqualTo(Failure.LAST);
        assertThat(race.begins()).isFalse();
    }

    @Test
    void isNotConcernedByFailuresAfterAResponse() {
        race.begins();
        race.responds();

        assertThat(race.firstFails()).isEqualTo(Failure.OVER);
        assertThat(race.hedgeFails()).isEqualTo(Failure.OVER);
    }

    @Test
    void hasNoHedgeOnceItIsCanceled() {
        race.cancel();

        assertThat(race.begins()).isFalse();
        assertThat(race.isOver()).isTrue();
        assertThat(race.firstFails()).isEqualTo(Failure.LAST);
    }
}
