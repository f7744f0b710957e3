package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.event.EjectionReason;
import dev.weir.event.PoolEvent.AddressEjected;
import dev.weir.event.PoolEvent.AddressRestored;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.TestCertificates;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two HTTP/2 servers behind one name, of which the second responds to each request with 401. */
@Timeout(120)
class Http2EjectionIT {

    private final EventRecorder events = new EventRecorder();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final Http2Server well = Http2Server.allowing(2);
    private final Http2Server sick =
            Http2Server.allowing(2, new InetSocketAddress(LoopbackNames.literal("127.0.0.2"), well.port()));

    // Written by the test, read by its callers.
    private volatile boolean isOver;

    @AfterEach
    void end() {
        isOver = true;
        callers.shutdownNow();
        well.close();
        sick.close();
    }

    @Test
    void anEjectedAddressGetsNoStreams() throws Exception {
        sick.demandLogins();
        try (PoolInUse pool = PoolKind.ASYNC_OVER_HTTP_2.build(builder().ejection(e -> e.time(ofMinutes(1))))) {
            load(pool);

            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            PoolCall.awaitUntil(() -> sick.open() == 0 && getsNone());
            assertThat(events.only(AddressEjected.class).reason()).isEqualTo(EjectionReason.STATUS);
            assertThat(pool.snapshot().routes().get(0).closedBy()).containsKey(CloseCause.ADDRESS_EJECTED);
        }
    }

    @Test
    void oneStreamAtATimeTriesIt() throws Exception {
        sick.demandLogins();
        try (PoolInUse pool = PoolKind.ASYNC_OVER_HTTP_2.build(builder().ejection(e -> e.time(ofMillis(200))))) {
            load(pool);

            PoolCall.awaitUntil(() -> events.of(AddressEjected.class).size() >= 2);
            assertThat(events.of(AddressEjected.class).get(1).failures()).isEqualTo(1);
            assertThat(events.of(AddressRestored.class)).isEmpty();
        }
    }

    private boolean getsNone() {
        long before = sick.requests();
        long othersBefore = well.requests();
        PoolCall.awaitUntil(() -> well.requests() > othersBefore + 100);
        return sick.requests() == before;
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("test")
                .sslContext(TestCertificates.trusted().clientContext())
                .dns(d -> d.ttl(ofMillis(200)))
                .ejection(e -> e.onStatus(401))
                .listener(events)
                .dnsResolver(new SwitchedNames("127.0.0.1", "127.0.0.2"));
    }

    private void load(PoolInUse pool) {
        for (int i = 0; i < 6; i++) {
            callers.execute(() -> callOnAndOn(pool));
        }
    }

    private void callOnAndOn(PoolInUse pool) {
        while (!isOver) {
            try {
                pool.get("https://localhost:" + well.port() + "/");
            } catch (Exception e) {
                // The failing server does nothing else.
            }
        }
    }
}
