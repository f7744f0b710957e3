package dev.weir.attack;

import dev.weir.testserver.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What a server sends that means no harm: each response names the path of its request. */
final class Honest {

    /** A whole response to no request. */
    static final String FORGED = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL";

    private Honest() {}

    static String body(String path) {
        return "response to " + path;
    }

    static void answer(Exchange exchange) throws IOException {
        exchange.ok(body(exchange.target()));
    }

    /** A whole response with these header lines, and a Content-Length that is right. */
    static String response(String path, String... lines) {
        String body = body(path);
        return head("HTTP/1.1 200 OK", lines) + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** A whole response in chunks; the text goes after the size of the first. */
    static String chunked(String path, String extension, String... lines) {
        String body = body(path);
        return head("HTTP/1.1 200 OK", lines) + "Transfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(body.length()) + extension + "\r\n" + body + "\r\n0\r\n\r\n";
    }

    /** A head without its end. */
    static String head(String statusLine, String... lines) {
        StringBuilder head = new StringBuilder(statusLine).append("\r\n");
        for (String line : lines) {
            head.append(line).append("\r\n");
        }
        return head.toString();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
