package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.HedgeOutcome;
import dev.weir.internal.hedge.HedgeRace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteHedgesTest {

    private final HedgeRace race = new HedgeRace();
    private final List<HedgeOutcome> outcomes = new ArrayList<>();
    private int retriesTaken;
    private boolean areRetriesLeft = true;
    private Runnable whileTaken = () -> {};
    private final RouteHedges hedges = new RouteHedges(this::takeRetry, () -> retriesTaken--, outcomes::add);

    private boolean takeRetry(double share) {
        retriesTaken += areRetriesLeft ? 1 : 0;
        whileTaken.run();
        return areRetriesLeft;
    }

    @Test
    void takesOneOfBothBudgets() {
        hedges.begun(1);

        assertThat(hedges.begin(race, 0.2)).isTrue();
        assertThat(hedges.begin(new HedgeRace(), 0.2)).isFalse();
        assertThat(retriesTaken).isEqualTo(1);
        assertThat(outcomes).containsExactly(HedgeOutcome.BUDGET_USED_UP);
    }

    @Test
    void takesNothingForACallThatIsOver() {
        hedges.begun(1);
        race.responds();

        assertThat(hedges.begin(race, 0.2)).isFalse();
        assertThat(outcomes).isEmpty();
        assertBothAreLeft();
    }

    @Test
    void givesBackWhatItTookForACallThatEndedMeanwhile() {
        hedges.begun(1);
        whileTaken = race::responds;

        assertThat(hedges.begin(race, 0.2)).isFalse();
        assertThat(outcomes).isEmpty();
        assertBothAreLeft();
    }

    @Test
    void keepsItsOwnWhereNoRetryIsLeft() {
        hedges.begun(1);
        areRetriesLeft = false;

        assertThat(hedges.begin(race, 0.2)).isFalse();
        assertThat(outcomes).containsExactly(HedgeOutcome.BUDGET_USED_UP);
        areRetriesLeft = true;
        assertBothAreLeft();
    }

    private void assertBothAreLeft() {
        assertThat(retriesTaken).isZero();
        assertThat(hedges.begin(new HedgeRace(), 0.2)).isTrue();
    }
}
