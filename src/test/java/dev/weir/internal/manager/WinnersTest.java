package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.manager.Winners.Remembered;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WinnersTest {

    private static final long START = Long.MAX_VALUE - 1_000; // times wrap around
    private static final long TEN_MINUTES = TimeUnit.MINUTES.toNanos(10);

    private final Winners<String, String> winners = new Winners<>();

    @Test
    void remembersForTenMinutesWhoOvertookWhom() {
        winners.won("host", "b", List.of("a"), START);

        assertThat(winners.of("host", START + TEN_MINUTES - 1)).isEqualTo(new Remembered<>("b", Set.of("a")));
        assertThat(winners.of("host", START + TEN_MINUTES)).isEqualTo(Remembered.nothing());
        assertThat(winners.of("other", START)).isEqualTo(Remembered.nothing());
    }

    @Test
    void remembersNothingOfAnAddressThatCameFirst() {
        winners.won("host", "a", List.of(), START);

        assertThat(winners.of("host", START)).isEqualTo(Remembered.nothing());
    }

    @Test
    void forgetsAnAddressThatTakesAConnection() {
        winners.won("host", "c", List.of("a", "b"), START);

        winners.won("host", "b", List.of(), START);
        assertThat(winners.of("host", START)).isEqualTo(new Remembered<>("c", Set.of("a")));
        winners.won("host", "a", List.of(), START);
        assertThat(winners.of("host", START)).isEqualTo(Remembered.nothing());
    }

    @Test
    void addsUpWhatSeveralRacesTell() {
        winners.won("host", "b", List.of("a"), START);
        winners.won("host", "c", List.of("b"), START + 10);

        assertThat(winners.of("host", START + 10)).isEqualTo(new Remembered<>("c", Set.of("a", "b")));
        assertThat(winners.of("host", START + TEN_MINUTES)).isEqualTo(new Remembered<>("c", Set.of("b")));
    }

    @Test
    void aWinnerIsNoLongerSilent() {
        winners.won("host", "b", List.of("a"), START);
        winners.won("host", "a", List.of("b"), START);

        assertThat(winners.of("host", START)).isEqualTo(new Remembered<>("a", Set.of("b")));
    }

    @Test
    void withoutThoseThatAreNotSilentNothingMayBeLeft() {
        Remembered<String> known = new Remembered<>("c", Set.of("a", "b"));

        assertThat(known.without("b"::equals)).isEqualTo(new Remembered<>("c", Set.of("a")));
        assertThat(known.without(any -> true)).isEqualTo(Remembered.nothing());
        assertThat(known.without(any -> false)).isSameAs(known);
    }

    @Test
    void knowsNoMoreThanAThousandHosts() {
        for (int i = 0; i < Winners.MAX_HOSTS; i++) {
            winners.won("host" + i, "b", List.of("a"), START);
        }

        winners.won("another", "b", List.of("a"), START);
        assertThat(winners.of("another", START)).isEqualTo(Remembered.nothing());
        winners.won("host0", "c", List.of("b"), START);
        assertThat(winners.of("host0", START).winner()).isEqualTo("c");
        winners.won("another", "b", List.of("a"), START + TEN_MINUTES);
        assertThat(winners.of("another", START + TEN_MINUTES).winner())
                .as("the others are forgotten")
                .isEqualTo("b");
    }
}
