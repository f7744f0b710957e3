package dev.weir.attack;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What must not pass from one caller, or from one server, to another. */
final class Identities {

    private static final String TLS = "TLS";
    private static final String CALLERS = "Between callers";
    private static final String SERVERS = "Between servers";

    private Identities() {}

    static List<Attack> attacks() {
        return List.of(
                Attack.of(TLS, "a certificate that is not trusted", Setup.HTTP_1, Identities::untrusted),
                Attack.of(TLS, "a certificate for another name", Setup.HTTP_1, Identities::otherName),
                Attack.of(
                        TLS,
                        "one server, then a second name that its certificate lacks",
                        Setup.HTTP_1,
                        Identities::secondName),
                Attack.of(TLS, "a plaintext response to a handshake", Setup.HTTP_1, Identities::plaintext),
                Attack.of(CALLERS, "a cookie that one caller was given", Setup.HTTP_1, Identities::cookies),
                Attack.of(
                        SERVERS,
                        "a redirect to another server with Authorization",
                        Setup.HTTP_1,
                        victim -> redirect(victim, "Authorization", "Basic c2VjcmV0")),
                Attack.of(
                        SERVERS,
                        "a redirect to another server with a cookie",
                        Setup.HTTP_1,
                        victim -> redirect(victim, "Cookie", "secret=1")));
    }

    private static Outcome untrusted(Victim victim) {
        try (LoopbackServer server = https(TestCertificates.untrusted())) {
            return Outcome.foreignIf(isAnswered(victim, server.uri("/first")));
        }
    }

    private static Outcome otherName(Victim victim) {
        try (LoopbackServer server = https(TestCertificates.trusted())) {
            return Outcome.foreignIf(isAnswered(victim, at("127.0.0.9", server)));
        }
    }

    private static Outcome secondName(Victim victim) {
        try (LoopbackServer server = https(TestCertificates.trusted())) {
            Outcome first = victim.outcome(Call.get(at("localhost", server)));
            return first.and(Outcome.foreignIf(isAnswered(victim, at("localhost.localdomain", server))));
        }
    }

    private static Outcome plaintext(Victim victim) {
        try (HostileServer server = HostileServer.http(Honest.FORGED)) {
            return Outcome.foreignIf(isAnswered(
                    victim, URI.create("https://localhost:" + server.bait().getPort() + "/bait")));
        }
    }

    private static boolean isAnswered(Victim victim, URI uri) {
        return victim.outcome(Call.get(uri)) != Outcome.ERROR;
    }

    private static URI at(String host, LoopbackServer server) {
        return URI.create("https://" + host + ":" + server.port() + "/first");
    }

    private static LoopbackServer https(TestCertificates certificates) {
        return LoopbackServer.https(certificates).handler(Honest::answer).start();
    }

    private static Outcome cookies(Victim victim) {
        AtomicBoolean passed = new AtomicBoolean();
        Handler handler = exchange -> {
            passed.compareAndSet(false, exchange.headers().has("Cookie"));
            exchange.respond(200, Honest.bytes(Honest.body(exchange.target())), "Set-Cookie", "session=alice; Path=/");
        };
        try (LoopbackServer server = LoopbackServer.http().handler(handler).start()) {
            return victim.outcome(Call.get(server.uri("/first")))
                    .and(victim.outcome(Call.get(server.uri("/second"))))
                    .and(Outcome.foreignIf(passed.get()));
        }
    }

    private static Outcome redirect(Victim victim, String header, String value) {
        AtomicBoolean passed = new AtomicBoolean();
        Handler receiver = exchange -> {
            passed.compareAndSet(false, exchange.headers().has(header));
            Honest.answer(exchange);
        };
        try (LoopbackServer other = LoopbackServer.http().handler(receiver).start();
                LoopbackServer first = LoopbackServer.http().handler(to(other)).start()) {
            Outcome outcome = victim.unforged(Call.get(first.uri("/first")).with(header, value));
            return outcome.and(Outcome.foreignIf(passed.get()));
        }
    }

    private static Handler to(LoopbackServer other) {
        return exchange -> redirect(exchange, URI.create("http://localhost:" + other.port() + "/second"));
    }

    private static void redirect(Exchange exchange, URI target) throws IOException {
        exchange.respond(302, new byte[0], "Location", target.toString());
    }
}
