package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolEvent.ConnectionClosed;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.FakeAlarms;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.Leases;
import dev.weir.internal.pool.StreamLease;
import dev.weir.internal.pool.StreamSettings;
import dev.weir.testpool.EventRecorder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http2.nio.AsyncPingHandler;
import org.apache.hc.core5.http2.nio.command.PingCommand;
import org.apache.hc.core5.reactor.Command;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PeerCheckTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).maxPerRoute(1).buildAsync();

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long READ = 5 * SECOND;

    private final FakeAlarms time = new FakeAlarms();
    private final EventRecorder events = new EventRecorder();
    private final FakeSession session = new FakeSession();
    private final AsyncPool pool =
            new AsyncPool(CONFIG, List.of(events), System::nanoTime, own -> new AsyncConnection(own, time.alarms()));
    private final AsyncConnection connection = connected();
    private final PeerCheck check = connection.peer;

    private AsyncConnection connected() {
        StreamLease lease = Leases.of(pool, ROUTE).join();
        AsyncConnection made = (AsyncConnection) Objects.requireNonNull(lease.transport());
        made.multiplex();
        made.connected(session);
        assertThat(Leases.connect(lease, 10)).succeedsWithin(Duration.ofSeconds(20));
        return made;
    }

    @BeforeEach
    void pingAfterSilence() {
        pool.settings(new StreamSettings(Protocol.HTTP_2, 100, Duration.ofSeconds(10)));
    }

    private void pass(long nanos) throws Exception {
        CallbackSteps.run(() -> time.pass(nanos));
    }

    /** Takes the pings that are to be sent. */
    private List<AsyncPingHandler> pings() {
        List<AsyncPingHandler> pings = new ArrayList<>();
        for (Command next = session.poll(); next != null; next = session.poll()) {
            pings.add(((PingCommand) next).getHandler());
        }
        return pings;
    }

    private void assertThatItIsOpen() {
        assertThat(session.isOpen()).isTrue();
        assertThat(events.of(ConnectionClosed.class)).isEmpty();
    }

    private void assertThatItWasStale() {
        assertThat(session.isOpen()).isFalse();
        assertThat(events.only(ConnectionClosed.class).cause()).isEqualTo(CloseCause.STALE);
    }

    @Nested
    class AfterTheSilenceOfAnExchange {

        private void ask() throws Exception {
            time.pass(READ);
            CallbackSteps.run(() -> check.silent(session, READ));
        }

        @Test
        void asksAPeerThatSentNothingAtAllForThatLong() throws Exception {
            time.pass(READ - 1);
            check.silent(session, READ);
            assertThat(pings()).isEmpty();
            assertThat(check.isAwaited()).isFalse();

            time.pass(1);
            check.silent(session, READ);
            assertThat(pings()).hasSize(1);
            assertThat(check.isAwaited()).isTrue();
        }

        @Test
        void asksNoPeerThatSentSomethingToAnotherExchange() throws Exception {
            time.pass(1);
            check.heard();
            time.pass(READ - 1);

            check.silent(session, READ);

            assertThat(pings()).isEmpty();
        }

        @Test
        void asksOnceForAllItsExchanges() throws Exception {
            ask();
            check.silent(session, READ);

            assertThat(pings()).hasSize(1);
        }

        @Test
        void admitsNoExchangeUntilThePeerReplies() throws Exception {
            int before = connection.streams();
            ask();
            List<CompletableFuture<StreamLease>> next = new ArrayList<>();
            CallbackSteps.run(() -> next.add(Leases.of(pool, ROUTE)));

            assertThat(connection.streams()).isZero();
            assertThat(next.get(0)).isNotDone();

            CallbackSteps.run(check::heard);
            assertThat(connection.streams()).isEqualTo(before);
            assertThat(next.get(0)).isCompleted();
        }

        @Test
        void closesTheConnectionOfAPeerThatDoesNotReplyInTime() throws Exception {
            ask();
            check.pinged();

            pass(SECOND - 1);
            assertThatItIsOpen();

            pass(1);
            assertThatItWasStale();
        }

        @Test
        void keepsAConnectionWhosePeerRepliesInTime() throws Exception {
            ask();
            check.pinged();
            check.heard();

            pass(SECOND);

            assertThatItIsOpen();
        }

        @Test
        void keepsAConnectionWhosePeerRepliesWhileItIsAboutToBeClosed() throws Exception {
            ask();
            check.pinged();

            CallbackSteps.run(() -> CallbackExecutor.run(() -> {
                time.pass(SECOND);
                check.heard();
            }));

            assertThatItIsOpen();
        }
    }

    @Nested
    class BeforeUse {

        private final List<String> steps = new ArrayList<>();

        private AsyncPingHandler verify() {
            check.beforeUse(session, () -> steps.add(session.isOpen() ? "open" : "closed"));
            return pings().get(0);
        }

        @Test
        void goesOnWithAConnectionWhosePeerReplies() throws Exception {
            AsyncPingHandler ping = verify();
            assertThat(steps).isEmpty();

            CallbackSteps.run(() -> ping.consumeResponse(ByteBuffer.allocate(8)));

            assertThat(steps).containsExactly("open");
            pass(SECOND);
            assertThatItIsOpen();
        }

        @Test
        void closesTheConnectionOfASilentPeerAndThenGoesOn() throws Exception {
            verify();

            pass(SECOND - 1);
            assertThat(steps).isEmpty();

            pass(1);
            assertThat(steps).containsExactly("closed");
            assertThatItWasStale();
        }
    }

    @Nested
    class OfAnIdleConnection {

        private boolean look() {
            return check.pingIfDue(session, pool.settings());
        }

        @Test
        void asksWhenItIsTimeToAndNotBefore() {
            time.pass(10 * SECOND - 1);
            assertThat(look()).isTrue();
            assertThat(pings()).isEmpty();

            time.pass(1);
            assertThat(look()).isTrue();
            assertThat(pings()).hasSize(1);
        }

        @Test
        void findsThatAPeerIsGoneWhichDoesNotReplyInTime() {
            time.pass(10 * SECOND);
            look();
            check.pinged();

            time.pass(5 * SECOND - 1);
            assertThat(look()).isTrue();

            time.pass(1);
            assertThat(look()).isFalse();
        }

        @Test
        void takesAnythingThatArrivesForAReply() {
            time.pass(10 * SECOND);
            look();
            check.pinged();
            check.heard();

            time.pass(SECOND);

            assertThat(look()).isTrue();
        }
    }
}
