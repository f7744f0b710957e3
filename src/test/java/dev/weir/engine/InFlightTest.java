package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** How many exchanges may be under way, in a pool that has room for ten connections per route and in all. */
class InFlightTest {

    private final AtomicLong nowNanos = new AtomicLong(1);
    private final Map<String, Integer> ofRoutes = new HashMap<>();
    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(10, 10, PoolReusePolicy.LIFO, new Limiting(), nowNanos::get);

    private final class Limiting extends FakeOwner {
        @Override
        public int maxInFlight(String route) {
            return ofRoutes.getOrDefault(route, 0);
        }
    }

    private Future<PoolEntry<String, FakeConnection>> ask(String route) {
        return pool.lease(route, null, Timeout.DISABLED, null);
    }

    private PoolEntry<String, FakeConnection> lease(String route) throws Exception {
        PoolEntry<String, FakeConnection> entry = ask(route).get(0, TimeUnit.SECONDS);
        if (!entry.hasConnection()) {
            entry.assignConnection(new FakeConnection());
        }
        return entry;
    }

    private List<PoolEntry<String, FakeConnection>> lease(String route, int times) throws Exception {
        List<PoolEntry<String, FakeConnection>> entries = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            entries.add(lease(route));
        }
        return entries;
    }

    private void useAtOnce(String route, int times) throws Exception {
        lease(route, times).forEach(entry -> pool.release(entry, true));
    }

    private DialWait<String, FakeConnection> waitFor(PoolEntry<String, FakeConnection> entry) {
        return Objects.requireNonNull(pool.dialWait(entry));
    }

    InFlightTest() {
        ofRoutes.put("a", 2);
    }

    @Test
    void callersBeyondTheLimitWaitThoughConnectionsAreIdle() throws Exception {
        ofRoutes.put("a", 0);
        useAtOnce("a", 3);
        ofRoutes.put("a", 2);
        pool.setDefaultMaxPerRoute(10); // reads the limits again
        List<PoolEntry<String, FakeConnection>> held = lease("a", 2);

        Future<PoolEntry<String, FakeConnection>> third = ask("a");
        assertThat(third).isNotDone();
        assertThat(pool.stats("a").idle()).isEqualTo(1);
        pool.release(held.get(0), true);

        assertThat(third).isDone();
        assertThat(pool.stats("a").inFlight()).isEqualTo(2);
    }

    @Test
    void otherRoutesGoOn() throws Exception {
        lease("a", 2);

        assertThat(ask("a")).isNotDone();
        assertThat(ask("b")).isDone();
    }

    @Test
    void callersThatShareAConnectionCount() throws Exception {
        pool.changeCapacity(lease("a"), 100);
        PoolEntry<String, FakeConnection> second = lease("a");

        Future<PoolEntry<String, FakeConnection>> third = ask("a");
        assertThat(third).isNotDone();
        pool.release(second, true);

        assertThat(third.get(0, TimeUnit.SECONDS)).isSameAs(second);
        assertThat(pool.allocated("a")).isEqualTo(1);
    }

    @Test
    void aRaisedLimitServesThoseThatWait() throws Exception {
        lease("a", 2);
        List<Future<PoolEntry<String, FakeConnection>>> waiting = List.of(ask("a"), ask("a"));

        ofRoutes.put("a", 3);
        pool.setDefaultMaxPerRoute(10); // reads the limits again

        assertThat(waiting.get(0)).isDone();
        assertThat(waiting.get(1)).isNotDone();
    }

    @Test
    void exchangesUnderWayContinueWhenTheLimitIsLowered() throws Exception {
        List<PoolEntry<String, FakeConnection>> held = lease("a", 2);

        ofRoutes.put("a", 1);
        pool.setDefaultMaxPerRoute(10); // reads the limits again
        Future<PoolEntry<String, FakeConnection>> waiting = ask("a");
        pool.release(held.get(0), true);
        assertThat(waiting).isNotDone();
        pool.release(held.get(1), true);

        assertThat(waiting).isDone();
    }

    @Test
    void aCallerThatHasWaitedForHalfOfItsTimeMustNotDialBeyondIt() throws Exception {
        pool.maxDialing(8);
        lease("a", 2);
        Future<PoolEntry<String, FakeConnection>> waiting = pool.lease("a", null, Timeout.ofSeconds(1), null);
        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(600));

        pool.ask(waiting);

        assertThat(waiting).isNotDone();
    }

    @Test
    void aDialWithoutACallerIsNoExchange() throws Exception {
        pool.maxDialing(8);
        PoolEntry<String, FakeConnection> held = lease("a");
        pool.dialed(held);
        PoolEntry<String, FakeConnection> own = lease("a");
        DialWait<String, FakeConnection> dial = waitFor(own);
        pool.dial(dial);
        pool.release(held, true);
        assertThat(dial.left()).isSameAs(held);
        assertThat(pool.stats("a").inFlight()).isEqualTo(1);

        assertThat(ask("a").get(0, TimeUnit.SECONDS)).isSameAs(own);
        assertThat(ask("a")).isNotDone();
    }

    @Test
    void aSpareDoesNotCountButACallerThatWantsANewOneDoes() throws Exception {
        lease("a", 2);

        assertThat(pool.spares().take("a", new FakeConnection())).isNotNull();
        assertThat(pool.spares().lease("a")).isNull();
        assertThat(pool.allocated()).isEqualTo(3);
        assertThat(pool.total().taken()).isEqualTo(3);
    }
}
