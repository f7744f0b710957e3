package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The route that gets the next place under the total limit. */
class TotalTest {

    private final Total<String, FakeConnection> total = new Total<>(1);
    private final TestPool<FakeConnection> pool = new TestPool<>(1, 1);
    private final Segment<String, FakeConnection> first = pool.segment("first");
    private final Segment<String, FakeConnection> second = pool.segment("second");

    @Test
    void grantsNoMorePlacesThanThereAre() {
        assertThat(total.take()).isTrue();
        assertThat(total.take()).isFalse();
    }

    @Test
    void noRouteOvertakesRoutesThatQueue() {
        total.queue(first, 0);

        assertThat(total.take()).isFalse();
        assertThat(total.next()).isSameAs(first);
        assertThat(total.taken()).isEqualTo(1);
    }

    @Test
    void keepsThePlaceOfARouteThatAsksTwice() {
        total.queue(first, 0);
        total.queue(second, 0);
        total.queue(first, 0);

        assertThat(total.starving()).isEqualTo(2);
        assertThat(total.next()).isSameAs(first);
    }

    @Test
    void servesNoRouteWithoutAPlace() {
        total.take();
        total.queue(first, 0);

        assertThat(total.next()).isNull();
        assertThat(total.hasStarving()).isTrue();
    }

    @Test
    void passesOverRoutesThatLeft() {
        total.queue(first, 0);
        total.queue(second, 0);
        total.unqueue(first);

        assertThat(total.next()).isSameAs(second);
        assertThat(total.hasStarving()).isFalse();
    }

    @Test
    void prefersARouteThatHasNothing() {
        total.queue(first, 0);

        assertThat(total.prefersAnother(second, 1)).isTrue();
    }

    @Test
    void prefersNoRouteThatWouldThenHaveMore() {
        total.queue(first, 1);

        assertThat(total.prefersAnother(second, 2)).isFalse();
        assertThat(total.prefersAnother(second, 3)).isTrue();
    }

    @Test
    void looksAtOneAfterTheOther() {
        total.queue(first, 5);
        total.queue(second, 0);
        Segment<String, FakeConnection> third = pool.segment("third");

        assertThat(total.prefersAnother(third, 2)).isFalse();
        assertThat(total.prefersAnother(third, 2)).isTrue();
    }
}
