package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The route that gets the next place under the total limit. */
class TotalLimitTest {

    private final TotalLimit<String, FakeConnection> total = new TotalLimit<>(1);
    private final QueueNode<String, FakeConnection> first = new QueueNode<>(new Idle());
    private final QueueNode<String, FakeConnection> second = new QueueNode<>(new Idle());

    private static final class Idle implements Contender<String, FakeConnection> {
        @Override
        public void serve(Effects<String, FakeConnection> effects) {}

        @Override
        public boolean yieldOldest(Effects<String, FakeConnection> effects) {
            return false;
        }
    }

    @Test
    void grantsNoMorePlacesThanThereAre() {
        assertThat(total.take()).isTrue();
        assertThat(total.take()).isFalse();
    }

    @Test
    void noRouteOvertakesRoutesThatQueue() {
        total.queue(first, 0);

        assertThat(total.take()).isFalse();
        assertThat(total.next()).isSameAs(first.segment);
        assertThat(total.taken()).isEqualTo(1);
    }

    @Test
    void keepsThePlaceOfARouteThatAsksTwice() {
        total.queue(first, 0);
        total.queue(second, 0);
        total.queue(first, 0);

        assertThat(total.starving()).isEqualTo(2);
        assertThat(total.next()).isSameAs(first.segment);
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

        assertThat(total.next()).isSameAs(second.segment);
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
        QueueNode<String, FakeConnection> third = new QueueNode<>(new Idle());

        assertThat(total.prefersAnother(third, 2)).isFalse();
        assertThat(total.prefersAnother(third, 2)).isTrue();
    }
}
