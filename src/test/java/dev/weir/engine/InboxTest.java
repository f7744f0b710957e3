package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InboxTest {

    private final Inbox<String, FakeConnection> inbox = new Inbox<>();
    private final Slot<String, FakeConnection> one = plain();
    private final Slot<String, FakeConnection> other = plain();

    private static Slot<String, FakeConnection> plain() {
        PoolEntry<String, FakeConnection> entry = new PoolEntry<>("a");
        entry.assignConnection(new FakeConnection());
        Slot<String, FakeConnection> slot = new Slot<>(entry);
        slot.established = true;
        slot.uses = 1;
        return slot;
    }

    private @Nullable Slot<String, FakeConnection> lease() {
        return inbox.lease(LeaseTerms.ANY, slot -> true, 7);
    }

    @Test
    void givesTheNewestFirst() {
        inbox.offer(one);
        inbox.offer(other);

        assertThat(inbox.take()).isSameAs(other);
        assertThat(lease()).isSameAs(one);
        assertThat(inbox.take()).isNull();
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void beginsTheHoldOfTheNextCaller() {
        inbox.offer(one);

        lease();

        assertThat(one.leasedNanos).isEqualTo(7);
    }

    @Test
    void keepsWhatACallerDoesNotAccept() {
        inbox.offer(one);

        assertThat(inbox.lease(LeaseTerms.FRESH, slot -> false, 7)).isNull();
        assertThat(lease()).isSameAs(one);
    }

    @Test
    void leasesNothingThatIsToGo() {
        inbox.offer(one);

        one.retired = true;

        assertThat(lease()).isNull();
        assertThat(inbox.take()).isSameAs(one);
    }

    @Test
    void leavesToTheGateWhatIsSharedOrBoundOrNotEstablishedOrClosed() {
        one.capacity = 2;
        other.entry.updateState("somebody");
        Slot<String, FakeConnection> third = plain();
        third.established = false;
        Slot<String, FakeConnection> fourth = plain();
        fourth.entry.discardConnection(CloseMode.IMMEDIATE);

        assertThat(Stream.of(one, other, third, fourth).filter(inbox::offer)).isEmpty();
        assertThat(inbox.isEmpty()).isTrue();
    }
}
