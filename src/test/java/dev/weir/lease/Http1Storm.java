package dev.weir.lease;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * A server of HTTP/1.1. It may have executed each request of which it has seen the head: the protocol has no other promise.
 */
final class Http1Storm implements Storm {

    private static final int BAD_REQUEST = 400;

    private final Random random;
    private final Ledger ledger = new Ledger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final LoopbackServer server;

    Http1Storm(long seed) {
        random = new Random(seed);
        server = LoopbackServer.http().handler(this::answer).start();
    }

    @Override
    public String uri() {
        return server.origin();
    }

    @Override
    public void abate() {
        over.countDown();
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public void close() {
        over.countDown();
        server.close();
    }

    private void answer(Exchange exchange) throws IOException, InterruptedException {
        String id = exchange.target().substring(1);
        ledger.executed(id);
        int chance = over.getCount() == 0 ? 100 : random.nextInt(100);
        if (chance < 3) {
            exchange.hangUp();
        } else if (chance < 6) {
            exchange.closeAfter().respond(BAD_REQUEST, new byte[0]);
        } else if (chance < 9) {
            exchange.closeAfter().ok(EARLY);
        } else {
            ledger.idOf(exchange.bodyText());
            answerRead(exchange, id, chance);
        }
    }

    private void answerRead(Exchange exchange, String id, int chance) throws IOException, InterruptedException {
        if (chance < 12) {
            exchange.reset();
        } else if (chance < 15) {
            String half = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf";
            exchange.output().write(half.getBytes(StandardCharsets.US_ASCII));
            exchange.hangUp();
        } else if (chance < 17) {
            exchange.await(over).ok(id);
        } else if (chance < 25) {
            exchange.closeAfter().ok(id);
        } else if (chance < 30) {
            exchange.ok(id);
            exchange.hangUp(); // without an announcement
        } else {
            exchange.ok(id);
        }
    }
}
