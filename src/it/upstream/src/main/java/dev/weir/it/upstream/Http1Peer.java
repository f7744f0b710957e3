package dev.weir.it.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server of HTTP/1.1 that plays a script for each connection, one after the other. */
final class Http1Peer implements AutoCloseable {

    @FunctionalInterface
    interface Script {
        void play(Connection connection) throws Exception;
    }

    /** A connection of a client. */
    record Connection(Socket socket, InputStream in) {
        /** Reads the head of a request, and returns its first line. */
        String request() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("end");
                }
                head.append((char) next);
            }
            return head.substring(0, head.indexOf("\r\n"));
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        void ok(String body) throws IOException {
            send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        }
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Script script;

    private Http1Peer(Script script) throws IOException {
        this.script = script;
    }

    static Http1Peer playing(Script script) throws IOException {
        Http1Peer peer = new Http1Peer(script);
        daemon(peer::accept);
        return peer;
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                daemon(() -> play(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void play(Socket socket) {
        try (socket) {
            script.play(new Connection(socket, socket.getInputStream()));
        } catch (Exception e) {
            // the client has closed it
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    String uri() {
        return "http://127.0.0.1:" + port() + "/";
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
