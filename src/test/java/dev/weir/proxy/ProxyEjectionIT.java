package dev.weir.proxy;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.EjectionReason;
import dev.weir.event.PoolEvent.AddressEjected;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two proxies behind one name, of which the second one refuses every tunnel. */
@Timeout(120)
class ProxyEjectionIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final int CALLERS = 6;
    // Five failures in a row would eject.
    private static final int MANY = 6;

    private final EventRecorder events = new EventRecorder();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final HttpProxyServer works = HttpProxyServer.start();
    private final LoopbackServer target = LoopbackServer.https(CERTIFICATES).start();

    // Written by the test, read by its callers.
    private volatile boolean isOver;

    @AfterEach
    void stop() {
        isOver = true;
        callers.shutdownNow();
        works.close();
        target.close();
    }

    @ParameterizedTest
    @CsvSource({"BLOCKING, 502", "ASYNC_OVER_HTTP_1, 502", "BLOCKING, 503", "ASYNC_OVER_HTTP_1, 503"})
    void aProxyThatCannotOpenTunnelsIsEjected(PoolKind kind, int status) {
        try (LoopbackServer refuses = refusing(status);
                PoolInUse pool = open(kind)) {
            load(pool);

            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            AddressEjected event = events.only(AddressEjected.class);
            assertThat(event.address()).isEqualTo(new InetSocketAddress(refuses.address(), refuses.port()));
            assertThat(event.reason()).isEqualTo(EjectionReason.CONNECT);
        }
    }

    @ParameterizedTest
    @CsvSource({"BLOCKING, 403", "ASYNC_OVER_HTTP_1, 403", "BLOCKING, 407", "ASYNC_OVER_HTTP_1, 407"})
    void aProxyThatRefusesItsClientIsNotEjected(PoolKind kind, int status) {
        try (LoopbackServer refuses = refusing(status);
                PoolInUse pool = open(kind)) {
            load(pool);

            refuses.awaitRequests(MANY, PoolCall.PATIENCE);
            assertThat(events.of(AddressEjected.class)).isEmpty();
        }
    }

    private LoopbackServer refusing(int status) {
        return LoopbackServer.http()
                .address(LoopbackNames.literal("127.0.0.2"))
                .port(works.port())
                .handler(exchange -> exchange.respond(status, new byte[0]))
                .start();
    }

    private PoolInUse open(PoolKind kind) {
        return kind.build(PatientPool.builder("test")
                .maxPerRoute(60)
                .sslContext(CERTIFICATES.clientContext())
                .proxy("http://proxy.weir.test:" + works.port())
                .dnsResolver(new SwitchedNames("127.0.0.1", "127.0.0.2"))
                .ejection(e -> e.time(ofMinutes(1)))
                .listener(events));
    }

    private void load(PoolInUse pool) {
        String uri = "https://recs.weir.test:" + target.port() + "/";
        for (int i = 0; i < CALLERS; i++) {
            callers.execute(() -> callOnAndOn(pool, uri));
        }
    }

    private void callOnAndOn(PoolInUse pool, String uri) {
        while (!isOver) {
            try {
                pool.get(uri);
            } catch (Exception e) {
                // The proxy that refuses does nothing else.
            }
        }
    }
}
