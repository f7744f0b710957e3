package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent.ConnectionClosed;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.event.PoolEvent.LeaseEnded;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The books balance whatever the server does, while it does it and afterwards; and the events say the same. */
class BooksIT {

    private static final int CALLERS = 8;
    private static final int CALLS = 150;

    private final EventRecorder events = new EventRecorder();
    private final AtomicInteger turn = new AtomicInteger();
    private LoopbackServer server;

    @BeforeEach
    void start() {
        server = LoopbackServer.http()
                .handler(exchange -> {
                    switch (turn.getAndIncrement() % 10) {
                        case 0 -> exchange.closeAfter().ok("ok");
                        case 1 -> exchange.hangUp();
                        case 2 -> exchange.reset();
                        default -> exchange.ok("ok");
                    }
                })
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void balanceAtEveryMomentUnderStress() throws Exception {
        try (HttpPool pool = HttpPool.builder("shop")
                .maxPerRoute(3)
                .maxTotal(4)
                .dnsResolver(PoolFetch.everythingOnLoopback())
                .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                        .connect(Duration.ofSeconds(21))
                        .read(Duration.ofSeconds(22))
                        .total(Duration.ofSeconds(50)))
                .listener(events)
                .build()) {
            AtomicBoolean isOver = new AtomicBoolean();
            PoolCall<Integer> auditor = PoolCall.start(() -> audit(pool, isOver));
            List<PoolCall<Integer>> callers = PoolCall.start(CALLERS, caller -> () -> call(pool, caller));
            for (PoolCall<Integer> caller : callers) {
                caller.get();
            }
            isOver.set(true);

            assertThat(auditor.get()).isPositive();
            pool.evictIdle(); // of which the server may end one at any moment
            PoolSnapshot rest = PoolBooks.atRest(pool);
            assertThat(rest.routes()).hasSize(2).allSatisfy(this::agreesWithTheEvents);
        }
    }

    private int call(HttpPool pool, int caller) {
        int failed = 0;
        for (int i = 0; i < CALLS; i++) {
            String host = i % 2 == caller % 2 ? "a.test" : "b.test";
            try {
                PoolFetch.get(pool.client(), "http://" + host + ":" + server.port());
            } catch (IOException e) {
                failed++; // the server sees to it
            }
            if (i % 40 == 39) {
                pool.evictIdle();
            }
        }
        return failed;
    }

    private static int audit(HttpPool pool, AtomicBoolean isOver) {
        int looks = 0;
        while (!isOver.get()) {
            for (RouteSnapshot route : pool.snapshot().routes()) {
                assertThat(route.opened() - route.closed()).isNotNegative();
                assertThat(route.closedBy().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(route.closed());
            }
            looks++;
        }
        return looks;
    }

    private void agreesWithTheEvents(RouteSnapshot route) {
        Map<CloseCause, Long> closed = events.of(ConnectionClosed.class).stream()
                .filter(event -> event.route().equals(route.target()))
                .collect(Collectors.groupingBy(ConnectionClosed::cause, Collectors.counting()));
        Map<LeaseOutcome, Long> leases = events.of(LeaseEnded.class).stream()
                .filter(event -> event.route().equals(route.target()))
                .collect(Collectors.groupingBy(LeaseEnded::outcome, Collectors.counting()));
        long dialed = events.of(DialEnded.class).stream()
                .filter(event -> event.route().equals(route.target()) && event.outcome() == DialOutcome.CONNECTED)
                .count();

        assertThat(closed).isEqualTo(route.closedBy());
        assertThat(leases).isEqualTo(route.leases());
        assertThat(dialed).isEqualTo(route.opened());
    }
}
