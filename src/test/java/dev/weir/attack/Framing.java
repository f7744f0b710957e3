package dev.weir.attack;

import java.util.ArrayList;
import java.util.List;

/**
 * Responses whose length or head can be read in two ways. Behind each lies a forged response for a client that reads it
 * wrongly.
 */
final class Framing {

    private static final String BODY = Honest.body("/bait");
    private static final int LENGTH = BODY.length();
    private static final String CHUNK = Integer.toHexString(LENGTH) + "\r\n" + BODY + "\r\n";

    private Framing() {}

    static List<Attack> attacks() {
        List<Attack> attacks = new ArrayList<>();
        lengths(attacks);
        codings(attacks);
        chunks(attacks);
        heads(attacks);
        interim(attacks);
        return attacks;
    }

    private static void lengths(List<Attack> attacks) {
        for (String length : List.of(
                "+" + LENGTH,
                "-1",
                "0x" + Integer.toHexString(LENGTH),
                LENGTH + ", " + (LENGTH + 41),
                LENGTH + ", " + LENGTH,
                LENGTH + " 41",
                LENGTH + ".0",
                LENGTH + ";",
                "000" + LENGTH,
                "",
                "99999999999999999999",
                "18446744073709551617",
                "\u00b2" + LENGTH)) {
            add(attacks, "Content-Length", "`" + length + "`", head("Content-Length: " + length) + BODY);
        }
        add(
                attacks,
                "Content-Length",
                "two that differ",
                head("Content-Length: 4", "Content-Length: " + LENGTH) + BODY);
        add(
                attacks,
                "Content-Length",
                "two that agree",
                head("Content-Length: " + LENGTH, "Content-Length: " + LENGTH) + BODY);
        add(attacks, "Content-Length", "a blank before the colon", head("Content-Length : " + LENGTH) + BODY);
        add(attacks, "Content-Length", "on a folded line", head("Content-Length:\r\n " + LENGTH) + BODY);
        add(
                attacks,
                "Content-Length",
                "beside Transfer-Encoding, short",
                head("Content-Length: 4", "Transfer-Encoding: chunked") + CHUNK + "0\r\n\r\n");
        add(
                attacks,
                "Content-Length",
                "beside Transfer-Encoding, long",
                head("Transfer-Encoding: chunked", "Content-Length: 400") + CHUNK + "0\r\n\r\n");
    }

    private static void codings(List<Attack> attacks) {
        for (String coding : List.of(
                "identity",
                "chunked, identity",
                "identity, chunked",
                "xchunked",
                "chunked, chunked",
                "gzip",
                "chunked;q=1",
                "\"chunked\"",
                "")) {
            add(
                    attacks,
                    "Transfer-Encoding",
                    "`" + coding + "`",
                    head("Transfer-Encoding: " + coding) + CHUNK + "0\r\n\r\n");
        }
        add(
                attacks,
                "Transfer-Encoding",
                "a blank before the colon",
                head("Transfer-Encoding : chunked") + CHUNK + "0\r\n\r\n");
        add(
                attacks,
                "Transfer-Encoding",
                "twice",
                head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + CHUNK + "0\r\n\r\n");
        add(
                attacks,
                "Transfer-Encoding",
                "in HTTP/1.0",
                Honest.head("HTTP/1.0 200 OK", "Transfer-Encoding: chunked", "Connection: keep-alive") + "\r\n" + CHUNK
                        + "0\r\n\r\n");
    }

    private static void chunks(List<Attack> attacks) {
        String hex = Integer.toHexString(LENGTH);
        for (String size : List.of(
                "0x" + hex,
                "+" + hex,
                "-" + hex,
                hex + " ",
                " " + hex,
                "fffffffffffffffff" + hex,
                hex + "\u0000",
                "",
                hex + ";\n")) {
            chunk(
                    attacks,
                    "size `" + size.replace("\n", "\\n").replace("\u0000", "\\0") + "`",
                    size + "\r\n" + BODY + "\r\n0\r\n\r\n");
        }
        chunk(attacks, "a bare line feed after the size", hex + "\n" + BODY + "\r\n0\r\n\r\n");
        chunk(attacks, "a bare line feed after the data", hex + "\r\n" + BODY + "\n0\r\n\r\n");
        chunk(attacks, "no line end after the data", hex + "\r\n" + BODY + "0\r\n\r\n");
        chunk(attacks, "bare line feeds at the end", hex + "\r\n" + BODY + "\r\n0\n\n");
        chunk(attacks, "longer data than the size", "4\r\n" + BODY + "\r\n0\r\n\r\n");
    }

    private static void chunk(List<Attack> attacks, String name, String body) {
        add(attacks, "Chunks", name, head("Transfer-Encoding: chunked") + body);
    }

    private static void heads(List<Attack> attacks) {
        String length = "Content-Length: " + LENGTH;
        add(attacks, "Heads", "bare line feeds", head(length).replace("\r\n", "\n") + BODY);
        add(attacks, "Heads", "one bare line feed", "HTTP/1.1 200 OK\r\nX-A: b\n" + length + "\r\n\r\n" + BODY);
        add(attacks, "Heads", "NUL in a value", head("X-A: a\u0000b", length) + BODY);
        add(attacks, "Heads", "a bare carriage return in a value", head("X-A: a\rEvil: 1", length) + BODY);
        add(attacks, "Heads", "no colon", head("nonsense", length) + BODY);
        add(attacks, "Heads", "no name", head(": nameless", length) + BODY);
        add(attacks, "Heads", "a status that is no number", Honest.head("HTTP/1.1 2OO OK", length) + "\r\n" + BODY);
        add(attacks, "Heads", "a status of two digits", Honest.head("HTTP/1.1 20 OK", length) + "\r\n" + BODY);
        add(attacks, "Heads", "HTTP/0.9", BODY);
        add(attacks, "Heads", "HTTP/2.0 in a status line", Honest.head("HTTP/2.0 200 OK", length) + "\r\n" + BODY);
        add(attacks, "Heads", "an unknown protocol", Honest.head("ICY 200 OK", length) + "\r\n" + BODY);
        add(attacks, "Heads", "100,000 bytes in one line", head("X-A: " + "a".repeat(100_000), length) + BODY);
        add(attacks, "Heads", "10,000 lines", head("X-A: b\r\n".repeat(10_000) + length) + BODY);
        add(attacks, "Heads", "Connection: close and more bytes", head("Connection: close", length) + BODY);
    }

    private static void interim(List<Attack> attacks) {
        String rest = Honest.response("/bait");
        add(
                attacks,
                "Interim responses",
                "101 without a request for it",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: evil\r\n\r\n" + rest);
        add(
                attacks,
                "Interim responses",
                "100 and 103 before the response",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n" + rest);
        add(
                attacks,
                "Interim responses",
                "5,000 before the response",
                "HTTP/1.1 102 Processing\r\n\r\n".repeat(5_000) + rest);
        add(
                attacks,
                "Interim responses",
                "100 with a body",
                "HTTP/1.1 100 Continue\r\nContent-Length: 4\r\n\r\nEVIL" + rest);
    }

    private static String head(String... lines) {
        return Honest.head("HTTP/1.1 200 OK", lines) + "\r\n";
    }

    private static void add(List<Attack> attacks, String area, String name, String bait) {
        attacks.add(Attack.of(area, name, Setup.HTTP_1, victim -> play(victim, bait + Honest.FORGED)));
    }

    // The first caller has what the server meant for it, however odd; the others must have their own.
    private static Outcome play(Victim victim, String bait) {
        try (HostileServer server = HostileServer.http(bait)) {
            return victim.any(Call.get(server.bait())).and(Leftovers.nextCalls(victim, server, "GET"));
        }
    }
}
