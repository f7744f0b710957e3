package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
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

    @Test
    void givesTheNewestFirst() {
        inbox.offer(one);
        inbox.offer(other);

        assertThat(inbox.take()).isSameAs(other);
        assertThat(inbox.take()).isSameAs(one);
        assertThat(inbox.take()).isNull();
        assertThat(inbox.isEmpty()).isTrue();
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
