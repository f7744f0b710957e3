package dev.weir.report;

import static dev.weir.testpool.ClientCalls.failure;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.Violation;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.LoopbackServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** What callers read of a server that they cannot understand: who it is, and in no more than 256 characters what is wrong. */
    @ParameterizedClass
    @EnumSource
    @Timeout(60)
    @Nested
    class QuotedPeers {
        private static final String LONG = "y".repeat(300);
        private static final String TOO_LONG = "y".repeat(257);
        private final ClientKind kind;

        private final LoopbackServer server = LoopbackServer.http().start();

        QuotedPeers(ClientKind kind) {
            this.kind = kind;
        }

        @AfterEach
        void close() {
            server.close();
        }

        static Stream<String> responses() {
            return Stream.of(
                    "HTTP/x" + LONG + " 200 OK~~",
                    "HTTP/1.1 " + LONG + " OK~~",
                    "HTTP/1.1 200 OK~" + LONG + "~~",
                    "HTTP/1.1 200 OK~Content-Length: " + LONG + "~~",
                    "HTTP/1.1 200 OK~Transfer-Encoding: " + LONG + "~~",
                    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~" + LONG + "~",
                    "HTTP/1.1 099 " + LONG + "~~");
        }

        static Stream<String> redirects() {
            return Stream.of("http://in valid/" + LONG, "/t0ken/" + LONG + "?s3cret", "http:///" + LONG);
        }

        private void answer(String response) {
            server.handler(exchange -> {
                exchange.output().write(response.replace("~", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                exchange.output().flush();
                exchange.hangUp();
            });
        }

        private void redirect(String location) {
            server.handler(exchange -> exchange.respond(302, new byte[0], "Location", location));
        }

        private String failure(HttpPoolBuilder builder) throws Exception {
            try (PoolCaller caller = kind.open(builder)) {
                Throwable failure = catchThrowable(
                        () -> caller.call().send("GET", server.uri("/t0ken").toString(), HttpClientContext.create()));
                StringWriter text = new StringWriter();
                failure.printStackTrace(new PrintWriter(text));
                return text.toString();
            }
        }

        @ParameterizedTest
        @MethodSource("responses")
        void isNamedAndQuotedBriefly(String response) throws Exception {
            answer(response);

            assertThat(failure(PatientPool.builder("shop")))
                    .contains("Exchange with " + server.origin() + ": ")
                    .doesNotContain(TOO_LONG);
        }

        @ParameterizedTest
        @MethodSource("redirects")
        void isQuotedBrieflyWhereItSendsCallersElsewhere(String location) throws Exception {
            assumeThat(kind).isNotIn(ClientKind.OWN_BLOCKING, ClientKind.OWN_ASYNC);
            redirect(location);

            assertThat(failure(PatientPool.builder("shop")))
                    .contains("Exchange with " + server.origin() + ": ")
                    .doesNotContain(TOO_LONG, "s3cret");
        }

        @Test
        void isNotQuotedWithThePathOfARedirectWherePathsAreWithheld() throws Exception {
            assumeThat(kind).isNotIn(ClientKind.OWN_BLOCKING, ClientKind.OWN_ASYNC);
            redirect("/t0ken");

            assertThat(failure(PatientPool.builder("shop").pathsInReports(false)))
                    .contains("Circular redirect to (path withheld)")
                    .doesNotContain("t0ken");
        }
    }
}
