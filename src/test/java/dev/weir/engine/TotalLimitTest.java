package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.pool.PoolReusePolicy;
import org.junit.jupiter.api.Test;

/** Who gets the next place under the total limit. */
class TotalLimitTest {

    private final SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(1, 1, PoolReusePolicy.LIFO);
    private final TotalLimit<String, FakeConnection> total = new TotalLimit<>(1);
    private final Segment<String, FakeConnection> first = new Segment<>(pool, "first", 1);
    private final Segment<String, FakeConnection> second = new Segment<>(pool, "second", 1);

    @Test
    void grantsNoMorePlacesThanThereAre() {
        assertThat(total.take()).isTrue();
        assertThat(total.take()).isFalse();
    }

    @Test
    void nobodyOvertakesThoseWhoQueue() {
        total.queue(first, 0);

        assertThat(total.take()).isFalse();
        assertThat(total.next()).isSameAs(first);
        assertThat(total.taken()).isEqualTo(1);
    }

    @Test
    void keepsThePlaceOfOneWhoAsksTwice() {
        total.queue(first, 0);
        total.queue(second, 0);
        total.queue(first, 0);

        assertThat(total.starving()).isEqualTo(2);
        assertThat(total.next()).isSameAs(first);
    }

    @Test
    void servesNobodyWithoutAPlace() {
        total.take();
        total.queue(first, 0);

        assertThat(total.next()).isNull();
        assertThat(total.hasStarving()).isTrue();
    }

    @Test
    void passesOverThoseWhoLeft() {
        total.queue(first, 0);
        total.queue(second, 0);
        total.unqueue(first);

        assertThat(total.next()).isSameAs(second);
        assertThat(total.hasStarving()).isFalse();
    }

    @Test
    void prefersOneWhoHasNothing() {
        total.queue(first, 0);

        assertThat(total.prefersAnother(second, 1)).isTrue();
    }

    @Test
    void prefersNobodyWhoWouldThenHaveMore() {
        total.queue(first, 1);

        assertThat(total.prefersAnother(second, 2)).isFalse();
        assertThat(total.prefersAnother(second, 3)).isTrue();
    }

    @Test
    void looksAtOneAfterTheOther() {
        total.queue(first, 5);
        total.queue(second, 0);
        Segment<String, FakeConnection> third = new Segment<>(pool, "third", 1);

        assertThat(total.prefersAnother(third, 2)).isFalse();
        assertThat(total.prefersAnother(third, 2)).isTrue();
    }
}
