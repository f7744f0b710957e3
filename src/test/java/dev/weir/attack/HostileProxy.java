package dev.weir.attack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A proxy that answers CONNECT with given bytes, and then tunnels honestly to one server. */
final class HostileProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final byte[] answer;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    private HostileProxy(ServerSocket listener, int target, byte[] answer) {
        this.listener = listener;
        this.target = target;
        this.answer = answer;
    }

    static HostileProxy start(int target, String answer) {
        try {
            HostileProxy proxy = new HostileProxy(
                    new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target, Honest.bytes(answer));
            daemon(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String origin() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                daemon(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            sockets.add(server);
            readHead(client.getInputStream());
            client.getOutputStream().write(answer);
            client.getOutputStream().flush();
            Thread back = daemon(() -> copy(server, client));
            copy(client, server);
            back.join();
        } catch (IOException e) {
            // The client has had enough.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void readHead(InputStream in) throws IOException {
        for (int newest = 0; newest != 0x0d0a0d0a; ) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed amid a head");
            }
            newest = newest << 8 | next;
        }
    }

    private static void copy(Socket from, Socket to) {
        byte[] buffer = new byte[8 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // Closed on one side; the other sees its end.
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "hostile-proxy");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
