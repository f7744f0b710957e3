package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** When idle entries above the limit over all routes are closed. */
class MaxIdleTest {

    private final TestPool<FakeConnection> pool = new TestPool<>(10, 10, new Counting(), () -> 0);
    private final List<Integer> surplus = new ArrayList<>();

    private final class Counting extends FakeOwner {
        @Override
        public void trimIdle() {
            surplus.add(pool.surplusIdle());
        }
    }

    private Entry<String, FakeConnection> leased(String route) throws Exception {
        Entry<String, FakeConnection> entry =
                pool.lease(route, null, Timeout.DISABLED, null).get();
        entry.assign(new FakeConnection());
        return entry;
    }

    private void use(String... routes) throws Exception {
        List<Entry<String, FakeConnection>> entries = new ArrayList<>();
        for (String route : routes) {
            entries.add(leased(route));
        }
        entries.forEach(entry -> pool.release(entry, true));
    }

    @Test
    void asksWhenOneMoreIsIdleThanAllowed() throws Exception {
        pool.maxIdle(2);

        use("a", "b", "c");

        assertThat(surplus).containsExactly(1);
    }

    @Test
    void asksForNoClosingWithinTheLimit() throws Exception {
        pool.maxIdle(3);

        use("a", "b", "c");

        assertThat(surplus).isEmpty();
        assertThat(pool.isIdleFull()).isTrue();
    }

    @Test
    void asksForNoClosingWithoutALimit() throws Exception {
        pool.maxIdle(0);

        use("a", "a", "b", "c");

        assertThat(surplus).isEmpty();
        assertThat(pool.surplusIdle()).isZero();
        assertThat(pool.isIdleFull()).isFalse();
    }

    @Test
    void anEntryThatGoesToTheNextCallerIsNotIdle() throws Exception {
        pool.maxIdle(1);
        pool.setMaxPerRoute("b", 1);
        use("a");
        Entry<String, FakeConnection> held = leased("b");
        Future<Entry<String, FakeConnection>> waiting = pool.lease("b", null, Timeout.DISABLED, null);

        pool.release(held, true);

        assertThat(waiting).isDone();
        assertThat(pool.surplusIdle()).isZero();
    }

    @Test
    void sweepsTheRouteThatIsNamed() throws Exception {
        use("a", "b");

        pool.segment("a").sweep(any -> CloseCause.IDLE);

        assertThat(pool.stats("a").idle()).isZero();
        assertThat(pool.stats("b").idle()).isEqualTo(1);
    }
}
