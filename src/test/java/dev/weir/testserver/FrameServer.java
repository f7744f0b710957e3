package dev.weir.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A server of HTTP/2 without TLS that does frame by frame what a script says, one script for each connection in turn. */
public final class FrameServer implements AutoCloseable {

    /** What happens on a connection. It ends with the script, or when the client closes it. */
    @FunctionalInterface
    public interface Script {
        void play(FrameConnection connection) throws IOException, InterruptedException;
    }

    private final ServerSocket listener;
    private final Script[] scripts;
    private final @Nullable Tls tls;
    private final AtomicInteger accepted = new AtomicInteger();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** The TLS of a server, and when its handshakes may begin. */
    private record Tls(SSLContext context, CountDownLatch begin) {
        Socket over(Socket socket) throws IOException, InterruptedException {
            begin.await();
            SSLSocket secured =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
            secured.setUseClientMode(false);
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            secured.setSSLParameters(parameters);
            secured.startHandshake();
            return secured;
        }
    }

    private FrameServer(ServerSocket listener, @Nullable Tls tls, Script[] scripts) {
        this.listener = listener;
        this.tls = tls;
        this.scripts = scripts;
    }

    /** Starts a server; connections beyond the last script play that one, too. */
    public static FrameServer playing(Script... scripts) {
        return playingAt(InetAddress.getLoopbackAddress(), 0, null, scripts);
    }

    /** Starts a server with TLS, which begins its handshakes when it may. */
    public static FrameServer secured(SSLContext context, CountDownLatch begin, Script... scripts) {
        return playingAt(InetAddress.getLoopbackAddress(), 0, new Tls(context, begin), scripts);
    }

    private static FrameServer playingAt(InetAddress address, int port, @Nullable Tls tls, Script... scripts) {
        try {
            FrameServer server = new FrameServer(new ServerSocket(port, 50, address), tls, scripts);
            daemon(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "frame-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                Script script = scripts[Math.min(accepted.getAndIncrement(), scripts.length - 1)];
                daemon(() -> play(script, socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void play(Script script, Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            script.play(new FrameConnection(tls == null ? socket : tls.over(socket)));
        } catch (IOException e) {
            // The client has closed the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public String uri() {
        return (tls == null ? "http" : "https") + "://localhost:" + listener.getLocalPort();
    }

    /** How many connections were made. */
    public int accepted() {
        return accepted.get();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
