package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.junit.jupiter.api.Test;

class PoolStateTest {

    private final PoolState<String, FakeConnection> state =
            new PoolState<>(1, 1, PoolReusePolicy.LIFO, null, FakeConnection::grade, null, () -> 0);

    // A caller asks for the grade of an entry that came back while the gate was closed. Before it can take the entry,
    // another caller may have leased it and found that its connection is dead.
    @Test
    void gradesAnEntryWhoseConnectionItsCallerDiscardsMeanwhile() {
        assertThat(state.grade(new PoolEntry<>("a"))).isEqualTo(ReuseGrade.USED);
    }

    @Test
    void asksWhatTheConnectionHasBeenThrough() {
        PoolEntry<String, FakeConnection> entry = new PoolEntry<>("a");
        FakeConnection connection = new FakeConnection();
        connection.grade(ReuseGrade.FRESH);
        entry.assignConnection(connection);

        assertThat(state.grade(entry)).isEqualTo(ReuseGrade.FRESH);
    }
}
