package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.ConnectionClosed;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.event.PoolEvent.LeaseEnded;
import dev.weir.event.PoolEvent.LeaseReleased;
import dev.weir.event.PoolListener;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Listeners come and go while a pool works, and hear which connection an event is about. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
class LiveListenersIT {

    private final PoolKind kind;
    private final LoopbackServer server = LoopbackServer.http().start();
    private final EventRecorder events = new EventRecorder();

    LiveListenersIT(PoolKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void get(PoolInUse pool) throws IOException {
        assertThat(pool.get(server.origin())).isEqualTo("ok");
        PoolBooks.atRest(pool.pool());
    }

    // A release is told after the books show it.
    private static void awaitReleases(EventRecorder recorder, int count) {
        PoolCall.awaitUntil(() -> recorder.of(LeaseReleased.class).size() == count);
    }

    @Test
    void hearWhatHappensFromTheirAdditionOnAndNothingAfterTheirRemoval() throws IOException {
        EventRecorder always = new EventRecorder();
        try (PoolInUse pool = kind.build(PatientPool.builder("test").listener(always))) {
            get(pool);
            awaitReleases(always, 1);

            pool.pool().addListener(events);
            get(pool);
            awaitReleases(events, 1);
            boolean wasThere = pool.pool().removeListener(events);
            get(pool);
            awaitReleases(always, 3);

            assertThat(wasThere).isTrue();
            assertThat(events.of(LeaseEnded.class)).hasSize(1);
            assertThat(events.of(LeaseReleased.class)).hasSize(1);
            assertThat(pool.pool().removeListener(events)).isFalse();
        }
    }

    @Test
    void hearOfThePoolFirstAndLastAndOnce() {
        List<String> heard = new CopyOnWriteArrayList<>();
        PoolListener listener = new PoolListener() {
            @Override
            public void onEvent(PoolEvent event) {
                if (event instanceof PoolEvent.PoolOpened opened) {
                    heard.add("opened " + opened.snapshot().get().name());
                } else if (event instanceof PoolEvent.PoolClosed closed) {
                    heard.add("closed " + closed.pool());
                }
            }
        };
        PoolInUse pool = kind.build(PatientPool.builder("test"));

        pool.pool().addListener(listener);
        pool.pool().addListener(listener);
        pool.pool().removeListener(listener);
        pool.pool().addListener(listener);
        pool.close();

        assertThat(heard).containsExactly("opened test", "closed test", "opened test", "closed test");
        assertThatThrownBy(() -> pool.pool().addListener(listener)).isInstanceOf(PoolClosedException.class);
    }

    @Test
    void hearWhichConnectionItWasAndWhereItLed() throws IOException {
        try (PoolInUse pool = kind.build(PatientPool.builder("test").listener(events))) {
            get(pool);
            awaitReleases(events, 1);
            String id = pool.snapshot().routes().get(0).connections().get(0).id();
            pool.pool().evictIdle();
            PoolCall.awaitUntil(() -> !events.of(ConnectionClosed.class).isEmpty());

            assertThat(events.only(DialEnded.class).connectionId()).hasValue(id);
            assertThat(events.only(LeaseEnded.class).connectionId()).hasValue(id);
            assertThat(events.only(LeaseReleased.class).connectionId()).hasValue(id);
            ConnectionClosed closed = events.only(ConnectionClosed.class);
            assertThat(closed.connectionId()).hasValue(id);
            assertThat(closed.failure()).isEmpty();
            assertThat(closed.remoteAddress())
                    .isEqualTo(events.only(DialEnded.class).remoteAddress())
                    .hasValueSatisfying(this::isServer);
        }
    }

    private void isServer(SocketAddress address) {
        assertThat(((InetSocketAddress) address).getPort()).isEqualTo(server.port());
    }
}
