package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HousekeeperTest {

    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test")
                    .route("http://upstream.test", r -> r.minIdle(1))
                    .build(),
            List.of(),
            System::nanoTime,
            ManagedHttpClientConnectionFactory.INSTANCE);
    private final AtomicInteger visits = new AtomicInteger();

    @AfterEach
    void close() {
        pool.store().close(CloseMode.IMMEDIATE);
    }

    private Housekeeper housekeeper(Predicate<HttpHost> isProxied) {
        return new Housekeeper(
                pool,
                new ThreadSpareDialer(pool, (route, connect, read) -> dialed -> {}, DialThreads.shared()),
                isProxied,
                List.of(
                        () -> {
                            throw new IllegalStateException("fails always");
                        },
                        () -> {
                            visits.incrementAndGet();
                            return 0;
                        }));
    }

    @Test
    void choreThatFailsHoldsUpNoOther() {
        Housekeeper housekeeper = housekeeper(host -> true);

        housekeeper.maintain();
        housekeeper.maintain();

        assertThat(visits).hasValue(2);
    }

    @Test
    void proxySelectorThatFailsHoldsUpNoChore() {
        Housekeeper housekeeper = housekeeper(host -> {
            throw new IllegalStateException("fails always");
        });

        housekeeper.maintain();

        assertThat(visits).hasValue(1);
    }
}
