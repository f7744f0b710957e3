package dev.weir.faults;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/**
 * Answers at once; requests for {@code /together} only when as many are there as the pool has connections; {@code /drip}
 * with a byte every 100 ms.
 */
final class FaultServer implements AutoCloseable {

    private static final int DRIPS = 200;
    private static final Duration DRIP = Duration.ofMillis(100);

    private final CyclicBarrier together = new CyclicBarrier(Subject.CONNECTIONS);
    private final LoopbackServer server =
            LoopbackServer.http().handler(exchange -> answer(exchange)).start();

    int port() {
        return server.port();
    }

    private void answer(Exchange exchange) throws IOException, InterruptedException {
        if (exchange.target().equals("/together")) {
            meet();
        }
        if (exchange.target().equals("/drip")) {
            drip(exchange);
        } else {
            exchange.ok("ok");
        }
    }

    // If the others do not come in time, the connection is closed without a response.
    private void meet() throws IOException, InterruptedException {
        try {
            together.await(Subject.TOTAL.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("alone", e);
        }
    }

    private static void drip(Exchange exchange) throws IOException, InterruptedException {
        OutputStream output = exchange.output();
        output.write(("HTTP/1.1 200 OK\r\nContent-Length: " + DRIPS + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < DRIPS; i++) {
            output.write('.');
            output.flush();
            exchange.delay(DRIP);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
