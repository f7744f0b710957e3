package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShareableTest {

    private final Shareable<String, FakeConnection> shareable = new Shareable<>();

    private Slot<String, FakeConnection> used(int times) {
        return used(times, null, false);
    }

    private Slot<String, FakeConnection> used(int times, @Nullable Object state, boolean isProven) {
        Slot<String, FakeConnection> slot = new Slot<>(new PoolEntry<>("route"));
        slot.sharedState = state;
        slot.proven = isProven;
        slot.uses = times;
        shareable.add(slot);
        return slot;
    }

    private @Nullable Slot<String, FakeConnection> fewest(@Nullable Object state) {
        return shareable.fewest(state, LeaseTerms.ANY);
    }

    @Test
    void returnsTheLeastUsed() {
        used(7);
        Slot<String, FakeConnection> least = used(3);
        used(5);

        assertThat(fewest(null)).isSameAs(least);
    }

    @Test
    void returnsTheOldestOfThoseThatAreUsedEqually() {
        Slot<String, FakeConnection> oldest = used(3);
        used(3);

        assertThat(fewest(null)).isSameAs(oldest);
    }

    @Test
    void returnsTheNextWhenTheLeastUsedHasLeft() {
        Slot<String, FakeConnection> least = used(1);
        Slot<String, FakeConnection> next = used(90);

        shareable.remove(least);

        assertThat(fewest(null)).isSameAs(next);
    }

    @Test
    void findsOneThatIsUsedLessThanBefore() {
        Slot<String, FakeConnection> slot = used(40);
        used(30);
        shareable.remove(slot);
        slot.uses = 2;

        shareable.add(slot);

        assertThat(fewest(null)).isSameAs(slot);
    }

    @Test
    void returnsNothingWhenTheLastHasLeft() {
        Slot<String, FakeConnection> only = used(4);

        shareable.remove(only);
        shareable.remove(only);

        assertThat(fewest(null)).isNull();
    }

    @Test
    void comparesThoseThatAreProvenWithTheOthers() {
        used(5, null, true);
        Slot<String, FakeConnection> least = used(4, null, false);

        assertThat(fewest(null)).isSameAs(least);
    }

    @Test
    void returnsThoseOfTheSameStateAlone() {
        used(1);
        Slot<String, FakeConnection> own = used(9, "alice", false);
        used(2, "bob", false);

        assertThat(fewest("alice")).isSameAs(own);
        assertThat(fewest("carol")).isNull();
    }

    @Test
    void findsOneWithAStateAgainAfterItHasLeft() {
        Slot<String, FakeConnection> own = used(3, "alice", true);
        shareable.remove(own);
        assertThat(fewest("alice")).isNull();

        shareable.add(own);

        assertThat(fewest("alice")).isSameAs(own);
    }
}
