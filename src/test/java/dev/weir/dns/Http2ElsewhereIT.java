package dev.weir.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** To which of two addresses of a host a retry goes over HTTP/2. */
@Timeout(120)
@Tag("slow")
class Http2ElsewhereIT {

    private final Http2Fleet fleet = Http2Fleet.of(2);
    private final EventRecorder events = new EventRecorder();

    /** The clients of a pool that speaks HTTP/2. */
    private enum Client {
        ASYNC,
        BLOCKING_CLIENT;

        private PoolCaller of(AsyncHttpPool pool) {
            ClientKind.Call call =
                    this == ASYNC ? ClientKind.async(pool.client()) : ClientKind.blocking(pool.blockingClient());
            return new PoolCaller(pool, call, () -> {});
        }
    }

    @AfterEach
    void stopServers() {
        fleet.close();
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("test")
                .protocol(Protocol.HTTP_2)
                .sslContext(TestCertificates.trusted().clientContext())
                .dnsResolver(new SwitchedNames(Fleet.addresses(2)))
                .retry(r -> r.onStatus(503)
                        .maxRetries(1)
                        .backoff(Duration.ofMillis(1))
                        .budget(10))
                .listener(events);
    }

    private PoolCaller open(Client client) {
        return client.of(builder().buildAsync());
    }

    private PoolCall<String> held(PoolCaller pool) {
        return PoolCall.start(() -> pool.send(fleet.uri() + "held", HttpClientContext.create()));
    }

    private static void assertNothingIsLeft(PoolCaller pool) {
        PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
        PoolBooks.atRest(pool.pool());
    }

    @ParameterizedTest
    @EnumSource
    void aRetryAfterAStatusGoesToTheOtherAddress(Client client) throws Exception {
        fleet.servers().forEach(server -> server.respondsWith(503));
        try (PoolCaller pool = open(client)) {
            for (int i = 0; i < 5; i++) {
                assertThat(pool.get(fleet.uri(), HttpClientContext.create())).startsWith("503");
            }

            assertThat(fleet.servers()).extracting(Http2Server::requests).containsExactly(5, 5);
            assertThat(fleet.servers()).extracting(Http2Server::accepted).containsExactly(1, 1);
            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRetryAfterALostConnectionGoesToTheOtherAddress(Client client) throws Exception {
        try (PoolCaller pool = open(client)) {
            PoolCall<String> call = held(pool);
            PoolCall.awaitUntil(() -> fleet.held() == 1);
            Http2Server first = fleet.holder();
            fleet.other(first).release();
            first.cut();

            assertThat(call.get()).isEqualTo("200 /held");
            assertThat(first.requests()).isEqualTo(1);
            assertThat(fleet.other(first).requests()).isEqualTo(1);
            assertNothingIsLeft(pool);
        }
    }
}
