package dev.weir.bench;

import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.LoopbackServerBuilder;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Supplier;

/**
 * The process of a {@link Server}: answers every request with 1,024 bytes, until its standard input ends. Prints its origin
 * and its certificate, and for each byte of input how many connections it has accepted and has open.
 */
final class ServerMain {

    static final byte[] BODY = "w".repeat(1_024).getBytes(StandardCharsets.US_ASCII);

    private ServerMain() {}

    public static void main(String[] args) throws Exception {
        ServerTerms terms = ServerTerms.parse(args);
        if (terms.isHttp2()) {
            try (StreamServer server = new StreamServer(terms)) {
                serve(server.origin(), server::connections);
            }
        } else {
            try (LoopbackServer server = http1(terms)) {
                serve(server.origin(), () -> new Server.Connections(server.accepted(), server.open()));
            }
        }
    }

    private static LoopbackServer http1(ServerTerms terms) {
        LoopbackServerBuilder builder =
                terms.isTls() ? LoopbackServer.https(TestCertificates.trusted()) : LoopbackServer.http();
        Duration think = Duration.ofMillis(terms.thinkMillis());
        return builder.maxRequests(terms.maxRequests())
                .handshakes(terms.handshakes(), Duration.ofMillis(terms.handshakeMillis()))
                .handler(exchange -> (think.isZero() ? exchange : exchange.delay(think)).respond(200, BODY))
                .start();
    }

    // The process that started this one ends it by closing the pipe or by ending itself.
    private static void serve(String origin, Supplier<Server.Connections> counts)
            throws IOException, CertificateEncodingException {
        System.out.println(origin);
        System.out.println(
                origin.startsWith("https")
                        ? Base64.getEncoder()
                                .encodeToString(
                                        TestCertificates.trusted().certificate().getEncoded())
                        : "");
        while (System.in.read() >= 0) {
            Server.Connections now = counts.get();
            System.out.println(now.accepted() + " " + now.open());
        }
    }
}
