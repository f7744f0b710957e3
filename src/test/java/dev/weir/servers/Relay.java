package dev.weir.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Stands between clients and a server, and passes bytes on, until it swallows them or cuts connections. Thread-safe. */
final class Relay implements AutoCloseable {

    private final ServerSocket listening;
    private final int port;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile double cuts;

    private Relay(ServerSocket listening, int port) {
        this.listening = listening;
        this.port = port;
    }

    /** Starts one to a port. */
    static Relay to(int port) {
        try {
            Relay relay = new Relay(new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()), port);
            run("relay-accept", relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens. */
    int port() {
        return listening.getLocalPort();
    }

    /** Passes on nothing more on the connections of now, as a network that has forgotten them; later ones are passed on. */
    void swallow() {
        links.forEach(link -> link.swallowed = true);
    }

    /** Resets the connections of now. */
    void reset() {
        links.forEach(Link::reset);
    }

    /** Resets connections instead of passing on a response, with a chance; never on a connection that has just begun. */
    void cut(double chance) {
        cuts = chance;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                run("relay-connect", () -> connect(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Link link = new Link(client, server);
            links.add(link);
            run("relay-up", () -> link.pass(link.client, link.server, false));
            link.pass(link.server, link.client, true);
        } catch (IOException e) {
            Link.reset(client);
        }
    }

    private static void run(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        links.forEach(Link::reset);
    }

    private final class Link {
        /** More pieces than a TLS handshake and the first exchange of each caller have. */
        private static final int BEGINNING = 40;

        private final Socket client;
        private final Socket server;
        private volatile boolean swallowed;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void pass(Socket from, Socket to, boolean answers) {
            byte[] buffer = new byte[65_536];
            try {
                int pieces = 0;
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    pieces++;
                    if (answers
                            && pieces > BEGINNING
                            && ThreadLocalRandom.current().nextDouble() < cuts) {
                        reset();
                    } else if (!swallowed) {
                        to.getOutputStream().write(buffer, 0, n);
                    }
                }
                if (!swallowed) {
                    to.shutdownOutput();
                }
            } catch (IOException e) {
                if (!swallowed) {
                    reset();
                }
            } finally {
                links.remove(this);
            }
        }

        void reset() {
            reset(client);
            reset(server);
        }

        static void reset(Socket socket) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                // it is closed
            }
        }
    }
}
