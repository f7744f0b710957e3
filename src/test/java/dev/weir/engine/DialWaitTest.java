package dev.weir.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

class DialWaitTest {

    private final TestPool<FakeConnection> pool = new TestPool<>(2, 2);

    DialWaitTest() {
        pool.maxDialing(2);
    }

    private Entry<String, FakeConnection> lease() throws ExecutionException, InterruptedException {
        return pool.lease("a", null, Timeout.DISABLED, null).get();
    }

    private DialWait<String, FakeConnection> wait(Entry<String, FakeConnection> entry) {
        return entry.dialWait();
    }

    /** Returns the entry of a dial that one caller began, and another has taken over. */
    private Entry<String, FakeConnection> adopted() throws ExecutionException, InterruptedException {
        Entry<String, FakeConnection> held = lease();
        held.assign(new FakeConnection());
        held.dialed();
        Entry<String, FakeConnection> own = lease();
        own.assign(new FakeConnection());
        wait(own).begin();
        pool.release(held, true);
        assertThat(lease()).isSameAs(own);
        return own;
    }

    @Test
    void aCallerWhoseDialFailsKeepsTheEntry() throws Exception {
        Entry<String, FakeConnection> own = adopted();
        DialWait<String, FakeConnection> wait = wait(own);
        own.dialFailed(new IOException("on purpose"), false);

        wait.join();

        assertThat(wait.left()).isSameAs(own);
        assertThat(pool.stats("a").leased()).isEqualTo(2);
        pool.release(own, false);
        assertThat(pool.stats("a").leased()).isOne();
    }

    @Test
    void aCallerThatGaveUpKeepsNothingIfItsDialFails() throws Exception {
        Entry<String, FakeConnection> own = adopted();
        DialWait<String, FakeConnection> wait = wait(own);
        own.dialFailed(new IOException("on purpose"), false);
        wait.cancel(true);

        wait.join();

        assertThat(wait.left()).isNull();
        assertThat(pool.stats("a").leased()).isOne();
        assertThat(pool.total().taken()).isOne();
    }

    @Test
    void aCallerKeepsItsTermsWhenAnotherEntryServesIt() throws Exception {
        TestPool<FakeConnection> three = new TestPool<>(3, 3, FakeConnection::grade, System::nanoTime);
        three.maxDialing(3);
        Entry<String, FakeConnection> used =
                three.lease("a", null, Timeout.DISABLED, null).get();
        used.assign(new FakeConnection());
        used.dialed();
        Entry<String, FakeConnection> own =
                three.lease("a", null, LeaseTerms.FRESH, Timeout.DISABLED, null).get();
        own.assign(new FakeConnection());
        DialWait<String, FakeConnection> wait = own.dialWait();
        assertThat(wait.begin()).isTrue();
        Entry<String, FakeConnection> spare =
                Objects.requireNonNull(three.segment("a").spare(new FakeConnection()));
        requireNonNull(spare.connection()).grade(ReuseGrade.FRESH);
        spare.dialed();
        assertThat(wait.left()).isSameAs(spare);
        three.release(used, true);

        spare.discard(CloseMode.IMMEDIATE); // it was dead
        DialWait<String, FakeConnection> again = spare.dialWait();

        assertThat(again.begin()).isTrue();
        assertThat(again).isNotDone();
    }
}
