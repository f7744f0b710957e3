package dev.weir.attack;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.LoopbackServerBuilder;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server that answers {@code /bait} with given bytes, and every other path honestly. Thread-safe. */
final class HostileServer implements AutoCloseable {

    private static final String BAIT = "/bait";
    private static final long ON_THE_WAY_MILLIS = 30;

    private final LoopbackServer server;
    private final Queue<OutputStream> baited = new ConcurrentLinkedQueue<>();

    private HostileServer(LoopbackServerBuilder builder, String bait) {
        this.server = builder.handler(exchange -> handle(exchange, bait)).start();
    }

    static HostileServer http(String bait) {
        return new HostileServer(LoopbackServer.http(), bait);
    }

    static HostileServer https(String bait) {
        return new HostileServer(LoopbackServer.https(TestCertificates.trusted()), bait);
    }

    private void handle(Exchange exchange, String bait) throws IOException {
        if (!exchange.target().equals(BAIT)) {
            Honest.answer(exchange);
            return;
        }
        OutputStream output = exchange.output();
        baited.add(output); // first: the client may be answered before the next line
        output.write(Honest.bytes(bait));
        output.flush();
    }

    /**
     * Sends bytes on each connection that has taken the bait, and gives them time to arrive: what is on its way together
     * with a request cannot be told from its response. A connection that the client has closed takes none.
     */
    void send(String bytes) throws InterruptedException {
        for (OutputStream output : baited) {
            try {
                output.write(Honest.bytes(bytes));
                output.flush();
            } catch (IOException e) {
                // Closed, which is a good answer to an attack.
            }
        }
        new CountDownLatch(1).await(ON_THE_WAY_MILLIS, TimeUnit.MILLISECONDS);
    }

    URI bait() {
        return server.uri(BAIT);
    }

    URI uri(String path) {
        return server.uri(path);
    }

    @Override
    public void close() {
        server.close();
    }
}
