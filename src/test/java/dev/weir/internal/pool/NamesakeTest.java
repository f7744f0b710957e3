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

    private final PoolControl first = control("namesake");
    private final PoolControl second = control("namesake");
    private final PoolControl other = control("another");

    private static PoolControl control(String name) {
        ConnectionPool pool = new ConnectionPool(
                PoolConfig.builder(name).build(),
                List.of(),
                System::nanoTime,
                ManagedHttpClientConnectionFactory.INSTANCE);
        return new PoolControl(pool, host -> false);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        other.close();
    }

    @Test
    void isAnotherOpenPoolOfTheSameName() throws NoThreadException {
        Maintenance.shared().add(first);

        assertThat(second.hasNamesake()).isTrue();
        assertThat(first.hasNamesake()).as("of itself").isFalse();
        assertThat(other.hasNamesake()).isFalse();
    }

    @Test
    void isNoneOnceItIsClosed() throws NoThreadException {
        Maintenance.shared().add(first);
        first.close();

        assertThat(second.hasNamesake()).isFalse();
    }
}
