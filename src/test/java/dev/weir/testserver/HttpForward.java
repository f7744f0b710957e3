package dev.weir.testserver;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One request that a proxy passes on, over a connection of its own to the target. */
final class HttpForward {

    private static final int HTTP_PORT = 80;
    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "content-length",
            "expect");

    private final RequestHead head;
    private final URI uri;
    private final ProxyTarget target;
    private final byte[] body;

    private HttpForward(RequestHead head, URI uri, byte[] body) throws ProtocolException {
        this.head = head;
        this.uri = uri;
        this.target = ProxyTarget.parse(uri.getRawAuthority(), HTTP_PORT);
        this.body = body;
    }

    static HttpForward of(RequestHead head, byte[] body) throws ProtocolException {
        if (!head.target().startsWith("http://")) {
            throw new ProtocolException("a proxy needs the absolute form, but was " + head.target());
        }
        return new HttpForward(head, URI.create(head.target()), body);
    }

    ProxyTarget target() {
        return target;
    }

    void relay(Socket upstream, OutputStream client) throws IOException {
        send(upstream);
        ByteInput input = new ByteInput(upstream.getInputStream());
        String statusLine = input.line();
        Headers headers = Headers.read(input);
        while (status(statusLine) < 200) {
            statusLine = input.line();
            headers = Headers.read(input);
        }
        boolean hasBody =
                ResponseHead.allowsBody(status(statusLine)) && !head.method().equals("HEAD");
        answer(client, statusLine, headers, hasBody ? Body.ofResponse(headers, input) : null);
    }

    private void send(Socket upstream) throws IOException {
        OutputStream output = new BufferedOutputStream(upstream.getOutputStream());
        String path = head.target()
                .substring("http://".length() + uri.getRawAuthority().length());
        StringBuilder text = new StringBuilder(head.method()).append(' ');
        text.append(path.startsWith("/") ? path : "/" + path).append(" HTTP/1.1\r\n");
        copyEndToEnd(head.headers(), text);
        if (Body.isFramed(head.headers())) {
            text.append("Content-Length: ").append(body.length).append("\r\n");
        }
        output.write(ResponseHead.latin1(text.append("Connection: close\r\n\r\n")));
        output.write(body);
        output.flush();
    }

    private static void answer(OutputStream client, String statusLine, Headers headers, byte @Nullable [] content)
            throws IOException {
        StringBuilder text = new StringBuilder(statusLine).append("\r\n");
        copyEndToEnd(headers, text);
        if (content != null) {
            text.append("Content-Length: ").append(content.length).append("\r\n");
        }
        client.write(ResponseHead.latin1(text.append("\r\n")));
        if (content != null) {
            client.write(content);
        }
        client.flush();
    }

    private static void copyEndToEnd(Headers headers, StringBuilder text) {
        headers.forEach((name, value) -> {
            if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                text.append(name).append(": ").append(value).append("\r\n");
            }
        });
    }

    private static int status(String statusLine) throws ProtocolException {
        try {
            return Integer.parseInt(statusLine.substring(9, 12));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new ProtocolException("not a status line: " + statusLine);
        }
    }
}
