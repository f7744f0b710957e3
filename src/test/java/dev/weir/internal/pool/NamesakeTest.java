package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.failure.NoThreadException;
import dev.weir.internal.maintenance.Maintenance;
import java.util.List;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NamesakeTest {

    private final ConnectionPool opened = pool("namesake");
    private final PoolControl first = new PoolControl(opened, host -> false);
    private final PoolControl second = new PoolControl(pool("namesake"), host -> false);
    private final PoolControl other = new PoolControl(pool("another"), host -> false);
    private final Housekeeper housekeeper = new Housekeeper(
            opened,
            new ThreadSpareDialer(opened, (route, connect, read) -> dialed -> {}, DialThreads.shared()),
            host -> false,
            List.of());

    private static ConnectionPool pool(String name) {
        return new ConnectionPool(
                PoolConfig.builder(name).build(),
                List.of(),
                System::nanoTime,
                ManagedHttpClientConnectionFactory.INSTANCE);
    }

    @AfterEach
    void close() {
        Maintenance.shared().remove(housekeeper);
        first.close();
        second.close();
        other.close();
    }

    @Test
    void isAnotherOpenPoolOfTheSameName() throws NoThreadException {
        Maintenance.shared().add(housekeeper);

        assertThat(second.hasNamesake()).isTrue();
        assertThat(first.hasNamesake()).as("of itself").isFalse();
        assertThat(other.hasNamesake()).isFalse();
    }

    @Test
    void isNoneOnceItIsClosed() throws NoThreadException {
        Maintenance.shared().add(housekeeper);
        first.close();

        assertThat(second.hasNamesake()).isFalse();
    }
}
