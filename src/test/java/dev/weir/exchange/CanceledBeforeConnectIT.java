package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are canceled in the moment in which they have got their connection. */
@Timeout(60)
class CanceledBeforeConnectIT {

    private final LoopbackServer server = LoopbackServer.http().start();
    private final HttpGet request = new HttpGet(server.uri("/"));

    @AfterEach
    void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "5m"})
    void failWithWhatCanceledRequestsFailWith(String total) throws Exception {
        Duration limit = total.equals("0s") ? Duration.ZERO : Duration.ofMinutes(5);
        AtomicInteger leases = new AtomicInteger();
        PoolListener canceling = event -> {
            if (event instanceof PoolEvent.LeaseEnded && leases.incrementAndGet() == 2) {
                request.cancel();
            }
        };
        try (HttpPool pool = PatientPool.builder("test")
                .timeouts(t -> t.total(limit))
                .listener(canceling)
                .build()) {
            PoolFetch.get(pool, server);

            Throwable failure = catchThrowable(() -> pool.client().execute(request, response -> null));

            assertThat(failure).isInstanceOf(RequestFailedException.class).hasMessage("Request aborted");
            PoolBooks.atRest(pool);
        }
    }
}
