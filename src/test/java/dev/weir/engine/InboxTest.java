package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InboxTest {

    private final Inbox<String, FakeConnection> inbox = new Inbox<>();
    private final Entry<String, FakeConnection> one = plain();
    private final Entry<String, FakeConnection> other = plain();

    private static Entry<String, FakeConnection> plain() {
        Entry<String, FakeConnection> entry = new Entry<>(new TestPool<FakeConnection>(1, 1).segment("a"));
        entry.assign(new FakeConnection());
        entry.established = true;
        entry.uses = 1;
        return entry;
    }

    private @Nullable Entry<String, FakeConnection> lease() {
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
        other.state("somebody");
        Entry<String, FakeConnection> third = plain();
        third.established = false;
        Entry<String, FakeConnection> fourth = plain();
        fourth.discard(CloseMode.IMMEDIATE);

        assertThat(Stream.of(one, other, third, fourth).filter(inbox::offer)).isEmpty();
        assertThat(inbox.isEmpty()).isTrue();
    }
}
