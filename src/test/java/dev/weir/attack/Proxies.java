package dev.weir.attack;

import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.util.List;

/** Proxies, or others between, that put bytes of their own before the TLS connection that runs through them. */
final class Proxies {

    private static final String AREA = "A proxy's response to CONNECT";
    private static final String OK = "HTTP/1.1 200 OK\r\n\r\n";

    private Proxies() {}

    static List<Attack> attacks() {
        return List.of(
                attack("200 and a response until the end", OK + "HTTP/1.1 200 OK\r\n\r\nEVIL"),
                attack("200 and a response", OK + Honest.FORGED),
                attack("200 and a response in chunks", OK + Honest.chunked("/EVIL", "")),
                attack("200 and an unfinished head", OK + "HTTP/1.1 200 OK\r\nX-Evil: "),
                attack("200 and one byte", OK + "x"),
                attack("200 twice", OK + OK),
                attack("200 with a body", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"),
                attack("103, 200 and a response", "HTTP/1.1 103 Early Hints\r\n\r\n" + OK + Honest.FORGED),
                new Attack(AREA, "302 to another server", false, Proxies::redirect),
                attack("403 with a page", "HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nEVIL"),
                attack("101", "HTTP/1.1 101 Switching Protocols\r\n\r\n" + Honest.FORGED));
    }

    // The proxy must be known before the client is made.
    private static Attack attack(String name, String answer) {
        return new Attack(AREA, name, false, kind -> play(kind, answer));
    }

    private static Outcome play(ClientKind kind, String answer) throws Exception {
        try (LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
                        .handler(Honest::answer)
                        .start();
                HostileProxy proxy = HostileProxy.start(server.port(), answer);
                Victim victim = kind.open(Setup.through(proxy.origin()))) {
            return victim.outcome(Call.get(server.uri("/first"))).and(victim.outcome(Call.get(server.uri("/second"))));
        }
    }

    private static Outcome redirect(ClientKind kind) throws Exception {
        try (LoopbackServer other =
                LoopbackServer.http().handler(exchange -> exchange.ok("EVIL")).start()) {
            return play(
                    kind,
                    Honest.head("HTTP/1.1 302 Found", "Location: " + other.uri("/"), "Content-Length: 0") + "\r\n");
        }
    }
}
