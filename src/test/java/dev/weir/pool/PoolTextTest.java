package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.RequestDeadline;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pools say of themselves, and what they answer to mistakes. */
@SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what is tried
class PoolTextTest {

    static Stream<ManagedPool> pools() {
        return Stream.of(
                HttpPool.builder("shop").build(), HttpPool.builder("shop").buildAsync());
    }

    @ParameterizedTest
    @MethodSource("pools")
    void saysWhetherItIsClosed(ManagedPool pool) {
        String kind = pool instanceof AsyncHttpPool ? "AsyncHttpPool" : "HttpPool";
        assertThat(pool).hasToString(kind + " 'shop': 0 leased and 0 idle of 100, 0 pending, 0 dialing");

        pool.close();

        assertThat(pool).hasToString(kind + " 'shop': closed");
    }

    @ParameterizedTest
    @MethodSource("pools")
    void staysOpenIfItShallDrainForLessThanNoTime(ManagedPool pool) {
        try (pool) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pool.drain(Duration.ofSeconds(-1)))
                    .withMessage("timeout must not be negative, but was PT-1S; such as Duration.ofSeconds(20), or"
                            + " Duration.ZERO to close at once");
            assertThat(pool.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void namesWhatIsNull(ManagedPool pool) {
        try (pool) {
            assertThatExceptionOfType(NullPointerException.class)
                    .isThrownBy(() -> pool.reconfigure(null))
                    .withMessage("config must not be null");
            assertThatExceptionOfType(NullPointerException.class)
                    .isThrownBy(() -> pool.drain(null))
                    .withMessage("timeout must not be null");
        }
    }

    @Test
    void namesWhatIsNullOfABuilder() {
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> HttpPool.builder("shop").sslContext(null))
                .withMessage("sslContext must not be null");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> HttpPool.builder("shop").proxyCredentials("ann", null))
                .withMessage("proxyCredentials password must not be null");
    }

    @Test
    void namesWhatIsNullOfADeadline() {
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> RequestDeadline.set(null, Duration.ZERO))
                .withMessage("context must not be null");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> RequestDeadline.set(HttpClientContext.create(), null))
                .withMessage("total must not be null");
    }
}
