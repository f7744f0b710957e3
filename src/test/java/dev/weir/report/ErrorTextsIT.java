package dev.weir.report;

import static dev.weir.testpool.ClientCalls.failure;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.Violation;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.Test;

/** What callers read when something goes wrong. */
class ErrorTextsIT {

    @Test
    void tellsAllThatIsWrongWithAConfigurationAtOnce() {
        HttpPoolBuilder builder = HttpPool.builder("shop")
                .maxTotal(0)
                .timeouts(timeouts -> timeouts.connect(ofSeconds(5)).read(ofSeconds(1)))
                .proxy("http://ann:secret@proxy:3128");

        InvalidPoolConfigException failure = catchThrowableOfType(InvalidPoolConfigException.class, builder::build);

        assertThat(failure).hasMessage("""
            pool 'shop' has 3 violations:
            - maxTotal must be at least 1, but was 0: with 0 no request could be sent; \
            maxTotal(100) would pass [count-at-least-one]
            - proxy must be http, https or socks://host:port without user info and path, but was \
            "http://***@proxy:3128": the proxy is reached at a host and a port, and credentials belong to a \
            credentials provider; proxy("http://proxy:3128") would pass [proxy-address]
            - timeouts.connect must be shorter than timeouts.read (1s), but was 5s: a host that takes \
            longer to connect to than to respond is unreachable, and waiting hides it; \
            timeouts.connect(800ms) would pass [connect-below-read]\
            """);
        assertThat(failure.violations())
                .extracting(Violation::rule)
                .containsExactly("count-at-least-one", "proxy-address", "connect-below-read");
    }

    @Test
    void passesTheRefusalOfAConnectionOnUnchanged() {
        LoopbackServer dead = LoopbackServer.http().start();
        dead.close();
        try (HttpPool pool = HttpPool.builder("shop").build()) {
            HttpHostConnectException failure = failure(HttpHostConnectException.class, pool.client(), dead.uri("/"));

            assertThat(failure).hasMessage("Connect to " + dead.origin() + " failed: Connection refused");
        }
    }

    @Test
    void namesThePoolThatIsClosed() {
        try (LoopbackServer server = LoopbackServer.http().start()) {
            HttpPool pool = HttpPool.builder("shop").build();
            pool.close();

            assertThat(failure(PoolClosedException.class, pool.client(), server.uri("/")))
                    .hasMessage("Pool 'shop' is closed: it takes no further request.");
        }
    }

    @Test
    void namesThePoolThatIsDraining() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = PatientPool.builder("shop").build()) {
            ClassicHttpResponse held = pool.client().executeOpen(null, new HttpGet(server.uri("/")), null);
            PoolCall<Boolean> drain = PoolCall.start(() -> pool.drain(PoolCall.PATIENCE));
            PoolCall.awaitUntil(() -> !pool.isOpen());
            assertThat(failure(PoolClosedException.class, pool.client(), server.uri("/")))
                    .hasMessage("Pool 'shop' is draining: it finishes what it has and takes no further request.");
            held.close();
            drain.get();
        }
    }
}
