package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

class DialWaitTest {

    private final SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(2, 2, PoolReusePolicy.LIFO);

    DialWaitTest() {
        pool.maxDialing(2);
    }

    private PoolEntry<String, FakeConnection> lease() throws ExecutionException, InterruptedException {
        return pool.lease("a", null, Timeout.DISABLED, null).get();
    }

    private DialWait<String, FakeConnection> wait(PoolEntry<String, FakeConnection> entry) {
        return Objects.requireNonNull(pool.dialWait(entry));
    }

    /** Returns the entry of a dial that one caller began, and another has taken over. */
    private PoolEntry<String, FakeConnection> adopted() throws ExecutionException, InterruptedException {
        PoolEntry<String, FakeConnection> held = lease();
        held.assignConnection(new FakeConnection());
        pool.dialed(held);
        PoolEntry<String, FakeConnection> own = lease();
        own.assignConnection(new FakeConnection());
        pool.dial(wait(own));
        pool.release(held, true);
        assertThat(lease()).isSameAs(own);
        return own;
    }

    @Test
    void aCallerWhoseDialFailsKeepsTheEntry() throws Exception {
        PoolEntry<String, FakeConnection> own = adopted();
        DialWait<String, FakeConnection> wait = wait(own);
        pool.dialFailed(own, new IOException("on purpose"), false);

        pool.join(wait);

        assertThat(wait.left()).isSameAs(own);
        assertThat(pool.stats("a").leased()).isEqualTo(2);
        pool.release(own, false);
        assertThat(pool.stats("a").leased()).isOne();
    }

    @Test
    void aCallerThatGaveUpKeepsNothingIfItsDialFails() throws Exception {
        PoolEntry<String, FakeConnection> own = adopted();
        DialWait<String, FakeConnection> wait = wait(own);
        pool.dialFailed(own, new IOException("on purpose"), false);
        wait.cancel(true);

        pool.join(wait);

        assertThat(wait.left()).isNull();
        assertThat(pool.stats("a").leased()).isOne();
        assertThat(pool.total().taken()).isOne();
    }

    @Test
    void aCallerKeepsItsTermsWhenAnotherEntryServesIt() throws Exception {
        SegmentedPool<String, FakeConnection> three =
                new SegmentedPool<>(3, 3, PoolReusePolicy.LIFO, FakeConnection::grade, System::nanoTime);
        three.maxDialing(3);
        PoolEntry<String, FakeConnection> used =
                three.lease("a", null, Timeout.DISABLED, null).get();
        used.assignConnection(new FakeConnection());
        three.dialed(used);
        PoolEntry<String, FakeConnection> own =
                three.lease("a", null, LeaseTerms.FRESH, Timeout.DISABLED, null).get();
        own.assignConnection(new FakeConnection());
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(three.dialWait(own));
        assertThat(three.dial(wait)).isTrue();
        PoolEntry<String, FakeConnection> spare =
                Objects.requireNonNull(three.spares().take("a", new FakeConnection()));
        spare.getConnection().grade(ReuseGrade.FRESH);
        three.dialed(spare);
        assertThat(wait.left()).isSameAs(spare);
        three.release(used, true);

        spare.discardConnection(CloseMode.IMMEDIATE); // it was dead
        DialWait<String, FakeConnection> again = Objects.requireNonNull(three.dialWait(spare));

        assertThat(three.dial(again)).isTrue();
        assertThat(again).isNotDone();
    }
}
