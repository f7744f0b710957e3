package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * While a thread is behind the gate of a route, as one that has lost its processor there, others give connections back. What they do is done here by a look at the grade of a connection, which is taken behind the gate.
 */
@Timeout(30)
class SleeperTest {

    private Runnable meanwhile = () -> {};
    private final TestPool<FakeConnection> pool = new TestPool<>(2, 2, this::grade, System::nanoTime);
    private final List<Future<Entry<String, FakeConnection>>> asked = new ArrayList<>();
    private final Entry<String, FakeConnection> one;
    private final Entry<String, FakeConnection> other;

    SleeperTest() throws ExecutionException, InterruptedException {
        establish();
        one = ask().get();
        other = ask().get();
    }

    private void establish() throws ExecutionException, InterruptedException {
        List<Entry<String, FakeConnection>> made = List.of(ask().get(), ask().get());
        for (Entry<String, FakeConnection> entry : made) {
            entry.assign(new FakeConnection());
            pool.release(entry, true);
        }
    }

    private ReuseGrade grade(FakeConnection connection) {
        Runnable once = meanwhile;
        meanwhile = () -> {};
        once.run();
        return connection.grade();
    }

    private Future<Entry<String, FakeConnection>> ask() {
        return ask(LeaseTerms.ANY);
    }

    private Future<Entry<String, FakeConnection>> ask(LeaseTerms terms) {
        return pool.lease("a", null, terms, org.apache.hc.core5.util.Timeout.DISABLED, null);
    }

    private void releaseOneAndMeanwhile(Runnable doing) {
        meanwhile = doing;
        pool.release(one, true);
    }

    @Test
    void aReleaseWaitsForNoOtherThread() {
        releaseOneAndMeanwhile(() -> pool.release(other, true));

        assertThat(pool).hasToString("[leased: 0][available: 2][pending: 0]");
    }

    @Test
    void whatWasReleasedMeanwhileGoesToWaitingCallers() throws Exception {
        List<Future<Entry<String, FakeConnection>>> waiting = List.of(ask(), ask());

        releaseOneAndMeanwhile(() -> pool.release(other, true));

        assertThat(waiting.get(0).get()).isSameAs(one);
        assertThat(waiting.get(1).get()).isSameAs(other);
        assertThat(pool).hasToString("[leased: 2][available: 0][pending: 0]");
    }

    @Test
    void aPoolThatWasClosedMeanwhileKeepsNothing() {
        releaseOneAndMeanwhile(() -> pool.release(other, true));
        pool.close();

        assertThat((one.connection() != null) || (other.connection() != null)).isFalse();
        assertThat(pool).hasToString("[leased: 0][available: 0][pending: 0]");
        assertThat(pool.total().taken()).isZero();
    }
}
