package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Leases and releases of callers that keep the access to their route. */
class RouteAccessTest {

    private static final int USES = 2_000;

    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(1, 10, PoolReusePolicy.LIFO, FakeConnection::grade, () -> 0);
    private final RouteAccess<String, FakeConnection> access = pool.access("a");

    private Future<PoolEntry<String, FakeConnection>> asked() {
        return access.lease(null, LeaseTerms.ANY, Timeout.DISABLED, null);
    }

    private PoolEntry<String, FakeConnection> leased() throws Exception {
        PoolEntry<String, FakeConnection> entry = asked().get();
        if (!entry.hasConnection()) {
            entry.assignConnection(new FakeConnection());
        }
        return entry;
    }

    @Test
    void leasesWhatOthersReleasedAndReleasesForOthers() throws Exception {
        PoolEntry<String, FakeConnection> first = leased();
        access.release(first, true);

        PoolEntry<String, FakeConnection> ofAnother =
                pool.lease("a", null, Timeout.DISABLED, null).get();
        pool.release(ofAnother, true);

        assertThat(ofAnother).isSameAs(first);
        assertThat(leased()).isSameAs(first);
    }

    @Test
    void findsTheSegmentThatTookThePlaceOfOneThatWasEmpty() throws Exception {
        access.release(leased(), false); // the last entry has left, and the segment with it
        PoolEntry<String, FakeConnection> ofAnother =
                pool.lease("a", null, Timeout.DISABLED, null).get();

        Future<PoolEntry<String, FakeConnection>> waiting = asked();
        assertThat(waiting.isDone()).isFalse();
        access.release(ofAnother, false);

        assertThat(waiting.get().getRoute()).isEqualTo("a");
        assertThat(pool.stats("a").leased()).isEqualTo(1);
    }

    @Test
    void releasesWhatAnotherAccessLeased() throws Exception {
        RouteAccess<String, FakeConnection> other = pool.access("a");

        other.release(leased(), true);

        assertThat(pool.stats("a").idle()).isEqualTo(1);
    }

    @Test
    void refusesAnEntryThatIsNotLeased() throws Exception {
        PoolEntry<String, FakeConnection> entry = leased();
        access.release(entry, false);

        assertThatThrownBy(() -> access.release(entry, false)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closesWhatComesBackToAClosedPool() throws Exception {
        PoolEntry<String, FakeConnection> entry = leased();
        FakeConnection connection = entry.getConnection();
        pool.close();

        access.release(entry, true);

        assertThat(connection.closedBy()).isNotNull();
        assertThatThrownBy(this::asked).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void servesManyThreadsWhileSegmentsComeAndGo() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> callers = Collections.nCopies(4, this::useOften);
            for (Future<Integer> caller : threads.invokeAll(callers, 60, TimeUnit.SECONDS)) {
                assertThat(caller.get()).isEqualTo(USES);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(pool.stats("a").leased()).isZero();
        assertThat(pool.stats("a").pending()).isZero();
        assertThat(pool.allocated()).isLessThanOrEqualTo(1);
    }

    // Every third connection is closed, so that the segment leaves.
    private int useOften() throws Exception {
        for (int i = 0; i < USES; i++) {
            access.release(leased(), i % 3 != 0);
        }
        return USES;
    }
}
