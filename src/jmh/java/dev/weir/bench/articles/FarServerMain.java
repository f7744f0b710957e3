package dev.weir.bench.articles;

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
 * The server of {@link FarServer}: answers every request with 1,024 bytes, until its standard input ends. Prints its origin and
 * its certificate, and for each byte of input how many connections it has accepted and has open.
 */
final class FarServerMain {

    static final byte[] BODY = "w".repeat(1_024).getBytes(StandardCharsets.US_ASCII);

    /** Two round trips to a connection with TLS: of TCP and of the handshake. */
    private static final int SETUP_TRIPS = 2;

    private FarServerMain() {}

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
        Duration trip = terms.roundTrip();
        return builder.maxRequests(terms.maxRequests())
                .recordedRequests(0)
                .handshakes(Integer.MAX_VALUE, trip.multipliedBy(SETUP_TRIPS))
                .handler(exchange -> answer(exchange, trip))
                .start();
    }

    private static void answer(Exchange exchange, Duration trip) throws IOException, InterruptedException {
        if (!trip.isZero()) {
            exchange.delay(trip);
        }
        exchange.respond(200, BODY);
    }

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
