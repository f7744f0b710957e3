package dev.weir.bench;

import dev.weir.testserver.Handler;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.LoopbackServerBuilder;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.util.Base64;
import java.util.function.IntSupplier;

/**
 * The server of {@link ServerProcess}: answers every request with 1,024 bytes and keeps connections alive, until its
 * standard input ends. Prints its origin, and its certificate if it speaks TLS; then, for each byte that it is sent, how many
 * connections it has accepted. Arguments: whether it speaks TLS, or that it speaks HTTP/2; how many TLS
 * handshakes it does at once, how long each takes and how long each answer, if not as many and as fast as it can.
 */
final class ServerMain {

    /** In place of whether it speaks TLS. */
    static final String HTTP_2 = "http2";

    private static final byte[] BODY = "w".repeat(1_024).getBytes(StandardCharsets.US_ASCII);

    private ServerMain() {}

    public static void main(String[] args) throws IOException, CertificateEncodingException {
        if (args[0].equals(HTTP_2)) {
            try (Http2Server server = Http2Server.answering(new String(BODY, StandardCharsets.US_ASCII))) {
                serve(server.uri(), true, server::accepted);
            }
            return;
        }
        boolean tls = Boolean.parseBoolean(args[0]);
        LoopbackServerBuilder builder = tls ? LoopbackServer.https(TestCertificates.trusted()) : LoopbackServer.http();
        if (args.length > 1) {
            builder.handshakes(Integer.parseInt(args[1]), Duration.parse(args[2]));
        }
        Handler handler = args.length > 3 ? slow(Duration.parse(args[3])) : Handler.always(200, BODY);
        try (LoopbackServer server =
                builder.handler(handler).recordedRequests(0).start()) {
            serve(server.origin(), tls, server::accepted);
        }
    }

    // Whoever started this process ends it by closing the pipe or by ending itself.
    private static void serve(String origin, boolean tls, IntSupplier accepted)
            throws IOException, CertificateEncodingException {
        System.out.println(origin);
        System.out.println(tls ? certificate() : "");
        while (System.in.read() >= 0) {
            System.out.println(accepted.getAsInt());
        }
    }

    private static Handler slow(Duration time) {
        return exchange -> exchange.delay(time).respond(200, BODY);
    }

    private static String certificate() throws CertificateEncodingException {
        byte[] certificate = TestCertificates.trusted().certificate().getEncoded();
        return Base64.getEncoder().encodeToString(certificate);
    }
}
