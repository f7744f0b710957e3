package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** How many exchanges may be under way, in a pool that has room for ten connections per route and in all. */
class InFlightTest {

    private final AtomicLong nowNanos = new AtomicLong(1);
    private final Map<String, Integer> ofRoutes = new HashMap<>();
    private final TestPool<FakeConnection> pool = new TestPool<>(10, 10, FakeConnection::grade, nowNanos::get);

    private Future<Entry<String, FakeConnection>> ask(String route) {
        return pool.lease(route, null, Timeout.DISABLED, null);
    }

    private Entry<String, FakeConnection> lease(String route) throws Exception {
        Entry<String, FakeConnection> entry = ask(route).get(0, TimeUnit.SECONDS);
        if (!(entry.connection() != null)) {
            entry.assign(new FakeConnection());
        }
        return entry;
    }

    private List<Entry<String, FakeConnection>> lease(String route, int times) throws Exception {
        List<Entry<String, FakeConnection>> entries = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            entries.add(lease(route));
        }
        return entries;
    }

    private void useAtOnce(String route, int times) throws Exception {
        lease(route, times).forEach(entry -> pool.release(entry, true));
    }

    InFlightTest() {
        ofRoutes.put("a", 2);
        pool.maxInFlight(route -> ofRoutes.getOrDefault(route, 0));
    }

    @Test
    void callersBeyondTheLimitWaitThoughConnectionsAreIdle() throws Exception {
        ofRoutes.put("a", 0);
        useAtOnce("a", 3);
        ofRoutes.put("a", 2);
        pool.applyLimits();
        List<Entry<String, FakeConnection>> held = lease("a", 2);

        Future<Entry<String, FakeConnection>> third = ask("a");
        assertThat(third).isNotDone();
        assertThat(pool.stats("a").idle()).isEqualTo(1);
        pool.release(held.get(0), true);

        assertThat(third).isDone();
        assertThat(pool.stats("a").inFlight()).isEqualTo(2);
    }

    @Test
    void callersThatShareAConnectionCount() throws Exception {
        lease("a").resize(100);
        Entry<String, FakeConnection> second = lease("a");

        Future<Entry<String, FakeConnection>> third = ask("a");
        assertThat(third).isNotDone();
        pool.release(second, true);

        assertThat(third.get(0, TimeUnit.SECONDS)).isSameAs(second);
        assertThat(pool.segment("a").allocated()).isEqualTo(1);
    }

    @Test
    void aRaisedLimitServesThoseThatWait() throws Exception {
        lease("a", 2);
        List<Future<Entry<String, FakeConnection>>> waiting = List.of(ask("a"), ask("a"));

        ofRoutes.put("a", 3);
        pool.applyLimits();

        assertThat(waiting.get(0)).isDone();
        assertThat(waiting.get(1)).isNotDone();
    }

    @Test
    void aCallerThatHasWaitedForHalfOfItsTimeMustNotDialBeyondIt() throws Exception {
        pool.maxDialing(8);
        lease("a", 2);
        Future<Entry<String, FakeConnection>> waiting = pool.lease("a", null, Timeout.ofSeconds(1), null);
        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(600));

        TestPool.ask(waiting);

        assertThat(waiting).isNotDone();
    }
}
