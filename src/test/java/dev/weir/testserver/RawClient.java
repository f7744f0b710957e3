package dev.weir.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One connection over which a test sends exactly the bytes it wants. */
final class RawClient implements AutoCloseable {

    private static final int READ_MILLIS = 30_000;

    private final Socket socket;
    private final ByteInput input;

    record Response(String statusLine, Headers headers, String body) {}

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new ByteInput(socket.getInputStream());
    }

    static RawClient to(InetAddress address, int port) throws IOException {
        Socket socket = new Socket(address, port);
        socket.setSoTimeout(READ_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawClient(socket);
    }

    static RawClient to(LoopbackServer server) throws IOException {
        return to(server.address(), server.port());
    }

    static RawClient over(Socket socket) throws IOException {
        return new RawClient(socket);
    }

    Response get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").receive();
    }

    RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    Response receive() throws IOException {
        String statusLine = input.line();
        Headers headers = Headers.read(input);
        byte[] body = statusLine.startsWith("HTTP/1.1 1") ? new byte[0] : Body.ofResponse(headers, input);
        return new Response(statusLine, headers, new String(body, StandardCharsets.UTF_8));
    }

    String line() throws IOException {
        return input.line();
    }

    byte[] bytes(int count) throws IOException {
        return input.bytes(count);
    }

    boolean isAtEnd() throws IOException {
        return !input.hasBuffered() && !input.fill();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
