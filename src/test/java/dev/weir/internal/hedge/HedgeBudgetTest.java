package dev.weir.internal.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HedgeBudgetTest {

    private final HedgeBudget budget = new HedgeBudget();

    @Test
    void beginsWithNothing() {
        assertThat(budget.take()).isFalse();
    }

    @Test
    void isAShareOfTheRequestsAndNoMore() {
        int hedges = 0;
        for (int i = 0; i < 1_000; i++) {
            budget.earn(0.05);
            hedges += budget.take() ? 1 : 0;
        }

        assertThat(hedges).isEqualTo(50);
    }

    @Test
    void keepsOnlyAFewForLater() {
        for (int i = 0; i < 10_000; i++) {
            budget.earn(0.05);
        }
        int hedges = 0;
        while (budget.take()) {
            hedges++;
        }

        assertThat(hedges).isEqualTo(HedgeBudget.MOST_KEPT);
    }

    @Test
    void takesBackWhatIsNotSent() {
        budget.earn(1);
        assertThat(budget.take()).isTrue();

        budget.giveBack();

        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isFalse();
    }

    @Test
    void mayBeOnePerRequest() {
        budget.earn(1);

        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isFalse();
    }
}
