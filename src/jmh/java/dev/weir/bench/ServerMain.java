package dev.weir.bench;

import dev.weir.testserver.Exchange;
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
 * The server of {@link ServerProcess}: answers every request with 1,024 bytes, until its standard input ends. Prints its
 * origin and its certificate, and for each byte of input how many connections it has accepted and has open.
 */
final class ServerMain {

    static final byte[] BODY = "w".repeat(1_024).getBytes(StandardCharsets.US_ASCII);

    private ServerMain() {}

    public static void main(String[] args) throws Exception {
        ServerTerms terms = ServerTerms.parse(args);
        if (terms.isHttp2()) {
            try (StreamServer server = StreamServer.start(terms)) {
                serve(server.origin(), server::connections);
            }
        } else {
            try (LoopbackServer server = http1(terms)) {
                serve(server.origin(), () -> new Connections(server.accepted(), server.open()));
            }
        }
    }

    private static LoopbackServer http1(ServerTerms terms) {
        LoopbackServerBuilder builder =
                terms.isTls() ? LoopbackServer.https(TestCertificates.trusted()) : LoopbackServer.http();
        return builder.maxRequests(terms.maxRequests())
                .recordedRequests(0)
                .handshakes(terms.handshakes(), terms.handshake())
                .handler(exchange -> answer(exchange, terms.answer()))
                .start();
    }

    private static void answer(Exchange exchange, Duration after) throws IOException, InterruptedException {
        if (!after.isZero()) {
            exchange.delay(after);
        }
        exchange.respond(200, BODY);
    }

    // The process that started this one ends it by closing the pipe or by ending itself.
    private static void serve(String origin, Supplier<Connections> counts)
            throws IOException, CertificateEncodingException {
        System.out.println(origin);
        System.out.println(origin.startsWith("https") ? certificate() : "");
        while (System.in.read() >= 0) {
            Connections now = counts.get();
            System.out.println(now.accepted() + " " + now.open());
        }
    }

    private static String certificate() throws CertificateEncodingException {
        byte[] certificate = TestCertificates.trusted().certificate().getEncoded();
        return Base64.getEncoder().encodeToString(certificate);
    }
}
