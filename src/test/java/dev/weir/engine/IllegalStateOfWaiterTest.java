package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A caller whose state cannot be compared fails alone. */
class IllegalStateOfWaiterTest {

    private final TestPool<FakeConnection> pool = new TestPool<>(1, 1);

    private Future<Entry<String, FakeConnection>> ask(@Nullable Object state) {
        return pool.lease("a", state, Timeout.DISABLED, null);
    }

    @Test
    void failsNeitherTheReleaseThatServesItNorThoseBehindIt() throws Exception {
        Entry<String, FakeConnection> entry = ask("me").get();
        entry.assign(new FakeConnection());
        entry.state("me");
        Future<Entry<String, FakeConnection>> illegal = ask(new ThrowingState());
        Future<Entry<String, FakeConnection>> behind = ask("me");

        pool.release(entry, true);

        assertThat(behind.get()).isSameAs(entry);
        assertThatThrownBy(illegal::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
