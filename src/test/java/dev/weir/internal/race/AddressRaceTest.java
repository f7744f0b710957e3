package dev.weir.internal.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AddressRaceTest {

    // Times wrap around in the middle of these races.
    private static final long START = Long.MAX_VALUE - millis(100);

    private static AddressRace<String> race(long limitMillis, String... order) {
        return new AddressRace<>(List.of(order), at(limitMillis));
    }

    private static long at(long millis) {
        return START + millis(millis);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void triesAddressesAQuarterOfASecondApart() {
        AddressRace<String> race = race(2_000, "a", "b", "c");

        assertThat(race.begin(at(0))).isEqualTo("a");
        assertThat(race.isDue(at(249))).isFalse();
        assertThat(race.waitNanos(at(200))).isEqualTo(millis(50));
        assertThat(race.isDue(at(250))).isTrue();
        assertThat(race.begin(at(250))).isEqualTo("b");
        assertThat(race.isDue(at(499))).isFalse();
        assertThat(race.isDue(at(500))).isTrue();
        assertThat(race.begin(at(500))).isEqualTo("c");
        assertThat(race.hasNext()).isFalse();
        assertThat(race.waitNanos(at(600))).as("until the end").isEqualTo(millis(1_400));
    }

    @Test
    void goesOnAtOnceWhenTheNewestFails() {
        AddressRace<String> race = race(2_000, "a", "b");
        race.begin(at(0));

        race.failed("a", at(1));

        assertThat(race.isDue(at(1))).isTrue();
        assertThat(race.begin(at(1))).isEqualTo("b");
    }

    @Test
    void doesNotHurryWhenAnOlderOneFails() {
        AddressRace<String> race = race(2_000, "a", "b", "c");
        race.begin(at(0));
        race.begin(at(250));

        race.failed("a", at(300));

        assertThat(race.isDue(at(499))).isFalse();
        assertThat(race.isDue(at(500))).isTrue();
    }

    @Test
    void triesAllWhenThereIsLittleTime() {
        AddressRace<String> race = race(300, "a", "b", "c");

        race.begin(at(0));
        assertThat(race.isDue(at(99))).isFalse();
        assertThat(race.isDue(at(100))).isTrue();
        race.begin(at(100));
        assertThat(race.isDue(at(200))).isTrue();
    }

    @Test
    void neverTriesTwoWithinTenMilliseconds() {
        AddressRace<String> race = race(5, "a", "b");

        race.begin(at(0));

        assertThat(race.isDue(at(4))).isFalse();
        assertThat(race.waitNanos(at(4))).isEqualTo(millis(1));
    }

    @Test
    void beginsNothingWhenTheTimeIsOver() {
        AddressRace<String> race = race(100, "a", "b");
        race.begin(at(0));
        race.failed("a", at(100));

        assertThat(race.isDue(at(100))).isFalse();
        assertThat(race.isOver(at(100))).isTrue();
        assertThat(race.isOver(at(99))).isFalse();
        assertThat(race.isLost()).as("one was never tried").isFalse();
    }

    @Test
    void isLostWhenAllHaveFailed() {
        AddressRace<String> race = race(2_000, "a", "b");
        race.begin(at(0));
        race.failed("a", at(1));
        race.begin(at(1));
        assertThat(race.isLost()).isFalse();

        race.failed("b", at(2));

        assertThat(race.isLost()).isTrue();
    }

    @Test
    void onlyThoseBeforeTheWinnerAreOvertaken() {
        AddressRace<String> race = race(2_000, "a", "b", "c", "d");
        race.begin(at(0));
        race.begin(at(250));
        race.failed("b", at(250));
        race.begin(at(250));
        race.begin(at(500));

        assertThat(race.overtakenBy("a")).isEmpty();
        assertThat(race.overtakenBy("c")).containsExactly("a");
        assertThat(race.overtakenBy("d")).containsExactly("a", "c");
    }

    @Test
    void theOldestMakesRoomAndHasAnotherTurn() {
        AddressRace<String> race = race(2_000, "a", "b");
        race.begin(at(0));

        assertThat(race.makeRoom()).isEqualTo("a");
        assertThat(race.begin(at(250))).isEqualTo("b");

        assertThat(race.overtakenBy("b")).containsExactly("a");
        assertThat(race.isDue(at(1_124))).as("half of the time that was left").isFalse();
        assertThat(race.isDue(at(1_125))).isTrue();
        assertThat(race.makeRoom()).isEqualTo("b");
        assertThat(race.begin(at(1_125))).isEqualTo("a");
        race.failed("a", at(1_200));
        assertThat(race.begin(at(1_200))).isEqualTo("b");
        assertThat(race.isLost()).isFalse();
    }

    @Test
    void startsAgainWithTheOthersWhenTheWinnerCannotBeUsed() {
        AddressRace<String> race = race(2_000, "a", "b", "c");
        race.begin(at(0));
        race.begin(at(250));
        race.failed("b", at(260));

        race.restart();

        assertThat(race.isDue(at(260))).isTrue();
        assertThat(race.begin(at(260))).isEqualTo("a");
        assertThat(race.begin(at(510))).isEqualTo("c");
    }

    @Test
    void holdsWithoutALimit() {
        AddressRace<String> race = new AddressRace<>(List.of("a", "b"), START + Long.MAX_VALUE / 2);

        race.begin(at(0));

        assertThat(race.waitNanos(at(0))).isEqualTo(AddressRace.APART_NANOS);
        assertThat(race.isDue(at(250))).isTrue();
    }
}
