package dev.weir.attack;

import dev.weir.attack.Attack.VictimScene;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Bytes that a server sends beyond a response, which the next caller on the connection must never get. */
final class Leftovers {

    private static final String BAIT = Honest.response("/bait");
    private static final String UNFINISHED_HEAD = "HTTP/1.1 200 OK\r\nSet-Cookie: evil=1\r\nX-Ignore: ";

    /**
     * What comes beyond a response.
     *
     * @param name its name
     * @param bytes the bytes
     */
    private record Excess(String name, String bytes) {}

    private static final List<Excess> EXCESSES = List.of(
            new Excess("a second response", Honest.FORGED),
            new Excess(
                    "a second response in chunks",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nEVIL\r\n0\r\n\r\n"),
            new Excess("a second response that closes", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nEVIL"),
            new Excess("ten responses", Honest.FORGED.repeat(10)),
            new Excess("an empty line and a response", "\r\n" + Honest.FORGED),
            new Excess("a line of garbage and a response", "garbage\r\n" + Honest.FORGED),
            new Excess("100 Continue and a response", "HTTP/1.1 100 Continue\r\n\r\n" + Honest.FORGED),
            new Excess(
                    "103 Early Hints and a response",
                    "HTTP/1.1 103 Early Hints\r\nLink: </evil>\r\n\r\n" + Honest.FORGED),
            new Excess("a response with bare line feeds", Honest.FORGED.replace("\r\n", "\n")),
            new Excess("an unfinished head", UNFINISHED_HEAD),
            new Excess("an unfinished status line", "HTTP/1.1 2"),
            new Excess("a single byte", "H"),
            new Excess("a single line feed", "\n"),
            new Excess("garbage", "x".repeat(300)));

    private Leftovers() {}

    static List<Attack> attacks() {
        List<Attack> attacks = new ArrayList<>();
        for (Excess excess : EXCESSES) {
            add(attacks, "After a response", excess.name, sameSegment(BAIT + excess.bytes, false));
        }
        for (Excess excess : EXCESSES) {
            add(attacks, "While the connection idles", excess.name, whileIdle(excess.bytes, false));
        }
        for (Excess excess : List.of(EXCESSES.get(0), EXCESSES.get(5), EXCESSES.get(9), EXCESSES.get(11))) {
            add(attacks, "After a response, over TLS", excess.name, sameSegment(BAIT + excess.bytes, true));
            add(attacks, "While the connection idles, over TLS", excess.name, whileIdle(excess.bytes, true));
        }
        bodies(attacks);
        return attacks;
    }

    private static void bodies(List<Attack> attacks) {
        String area = "A body where none belongs, or too long a one";
        add(
                attacks,
                area,
                "chunked, and a second response",
                sameSegment(Honest.chunked("/bait", "") + Honest.FORGED, false));
        add(
                attacks,
                area,
                "chunked with an extension, and a second response",
                sameSegment(Honest.chunked("/bait", ";a=b") + Honest.FORGED, false));
        add(attacks, area, "longer than Content-Length", sameSegment(BAIT + "EVIL", false));
        add(attacks, area, "HEAD with a body", bodyless("HEAD", "HTTP/1.1 200 OK"));
        add(attacks, area, "204 with a body", bodyless("GET", "HTTP/1.1 204 No Content"));
        add(attacks, area, "205 with a body", bodyless("GET", "HTTP/1.1 205 Reset Content"));
        add(attacks, area, "304 with a body", bodyless("GET", "HTTP/1.1 304 Not Modified"));
        add(attacks, area, "a second response, then a POST", sameSegment(BAIT + Honest.FORGED, false, "POST"));
        add(attacks, area, "a second response, then HEAD", sameSegment(BAIT + Honest.FORGED, false, "HEAD"));
        add(attacks, area, "one response in twenty followed by another, four callers", UnderLoad::play);
    }

    private static void add(List<Attack> attacks, String area, String name, VictimScene scene) {
        attacks.add(Attack.of(area, name, Setup.HTTP_1, scene));
    }

    private static VictimScene sameSegment(String bait, boolean tls) {
        return sameSegment(bait, tls, "GET");
    }

    private static VictimScene sameSegment(String bait, boolean tls, String next) {
        return victim -> {
            try (HostileServer server = tls ? HostileServer.https(bait) : HostileServer.http(bait)) {
                Outcome first = victim.outcome(Call.get(server.bait()));
                return first.and(nextCalls(victim, server, next));
            }
        };
    }

    private static VictimScene whileIdle(String excess, boolean tls) {
        return victim -> {
            try (HostileServer server = tls ? HostileServer.https(BAIT) : HostileServer.http(BAIT)) {
                Outcome first = victim.outcome(Call.get(server.bait()));
                server.send(excess);
                return first.and(nextCalls(victim, server, "GET"));
            }
        };
    }

    // Content-Length announces the forged response as the body, which such a response does not have.
    private static VictimScene bodyless(String method, String statusLine) {
        String bait = Honest.head(statusLine, "Content-Length: " + Honest.FORGED.length()) + "\r\n" + Honest.FORGED;
        return victim -> {
            try (HostileServer server = HostileServer.http(bait)) {
                Call call = method.equals("HEAD") ? Call.head(server.bait()) : Call.get(server.bait());
                return victim.any(call).and(nextCalls(victim, server, "GET"));
            }
        };
    }

    /** Sends calls whose responses are honest; a connection that is off by one shows in the later ones. */
    static Outcome nextCalls(Victim victim, HostileServer server, String method) {
        return Stream.of("/second", "/third", "/fourth")
                .map(path -> new Call(method, server.uri(path), method.equals("POST") ? "order" : "", List.of()))
                .map(victim::outcome)
                .reduce(Outcome.OWN, Outcome::and);
    }
}
