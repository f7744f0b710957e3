package dev.weir.faults;

import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Moves the clock right after each response to a ping, on an HTTP/2 connection. To be loaded by {@link MovedClockClasses}.
 */
public final class MovedClockPings implements Callable<List<String>> {

    private static final int PINGS = 3;
    private static final long PATIENCE_SECONDS = 60;

    private final Duration move;
    private final CountDownLatch pings = new CountDownLatch(PINGS);

    /**
     * Creates it.
     *
     * @param move how far the clock is set forward each time; negative to set it back
     */
    public MovedClockPings(Duration move) {
        this.move = move;
    }

    /** Returns what became of the connection. */
    @Override
    public List<String> call() throws Exception {
        List<String> facts = new ArrayList<>();
        try (FrameServer server = FrameServer.playing(this::answer);
                Subject subject = Subject.of(
                        "async",
                        URI.create(server.uri()).getPort(),
                        HttpPool.builder("pings")
                                .protocol(Protocol.HTTP_2)
                                .http2(h -> h.ping(Duration.ofMillis(200))))) {
            facts.add("first: " + subject.get("/"));
            facts.add("pings: " + pings.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
            facts.add("next: " + subject.get("/"));
            facts.add("connections: " + server.accepted());
            return facts;
        } finally {
            WallClock.set(Duration.ZERO);
        }
    }

    private void answer(FrameConnection connection) throws IOException, InterruptedException {
        connection.begin(100);
        connection.answer(connection.request(), "ok");
        for (int i = 1; i <= PINGS; i++) {
            connection.next(Frame.PING);
            connection.awaitRead();
            WallClock.set(move.multipliedBy(i));
            pings.countDown();
        }
        connection.serve();
    }
}
