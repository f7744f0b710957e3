package dev.weir.servers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client at one server.
 *
 * @param server what to send to
 * @param running it, as it runs
 * @param client what sends
 */
record Cell(ServerKind server, Running running, ClientKind client) {

    private static final long PATIENCE_MINUTES = 10;

    /** Sends requests of a mix, each caller the next when the one before was answered. */
    Tally run(int requests, int callers) throws Exception {
        Tally tally = new Tally();
        AtomicInteger next = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(callers);
        try (Client opened = client.open(running.target())) {
            for (int i = 0; i < callers; i++) {
                Thread caller = new Thread(() -> call(opened, tally, next, requests, left), "caller-" + i);
                caller.setDaemon(true);
                caller.start();
            }
            if (!left.await(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException(left.getCount() + " callers still wait: " + tally.failures());
            }
        }
        return tally;
    }

    private void call(Client opened, Tally tally, AtomicInteger next, int requests, CountDownLatch left) {
        try {
            for (int number = next.getAndIncrement(); number < requests; number = next.getAndIncrement()) {
                tally.send(opened, Mix.at(number, server.isFullDuplex(client)), running, server.dropsTrailers());
            }
        } finally {
            left.countDown();
        }
    }
}
