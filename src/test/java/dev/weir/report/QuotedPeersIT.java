package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.LoopbackServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What callers read of a server that they cannot understand: who it is, and in no more than 256 characters what is wrong. */
@ParameterizedClass
@EnumSource
@Timeout(60)
class QuotedPeersIT {

    private static final String LONG = "y".repeat(300);
    private static final String TOO_LONG = "y".repeat(257);

    private final ClientKind kind;
    private final LoopbackServer server = LoopbackServer.http().start();

    QuotedPeersIT(ClientKind kind) {
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
