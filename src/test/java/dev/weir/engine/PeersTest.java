package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Which idle entry a caller gets on a route with several peers. */
class PeersTest {

    private final SegmentedPool<String, FakeConnection> pool = pool();

    private static SegmentedPool<String, FakeConnection> pool() {
        SegmentedPool<String, FakeConnection> pool =
                new SegmentedPool<>(20, 20, PoolReusePolicy.LIFO, new FakeOwner(), System::nanoTime);
        pool.spreadCallers(true);
        return pool;
    }

    private PoolEntry<String, FakeConnection> lease(LeaseTerms terms) throws Exception {
        return pool.lease("a", null, terms, Timeout.DISABLED, null).get(0, TimeUnit.SECONDS);
    }

    /** Leases an idle entry; returns where it leads. */
    private Object leased() throws Exception {
        return Objects.requireNonNull(lease(LeaseTerms.ANY).getConnection().peer());
    }

    /** Dials an entry to a peer, which stays leased. */
    private PoolEntry<String, FakeConnection> dialed(Object peer) throws Exception {
        PoolEntry<String, FakeConnection> entry = lease(LeaseTerms.FRESH);
        entry.assignConnection(new FakeConnection(peer));
        entry.updateExpiry(TimeValue.ofDays(1));
        pool.dialed(entry);
        return entry;
    }

    /** Makes idle entries, the one that was used last at the end. */
    private List<PoolEntry<String, FakeConnection>> idle(Object... peers) throws Exception {
        List<PoolEntry<String, FakeConnection>> entries = IntStream.range(0, peers.length)
                .mapToObj(i -> unchecked(peers[i]))
                .toList();
        entries.forEach(entry -> pool.release(entry, true));
        return entries;
    }

    private PoolEntry<String, FakeConnection> unchecked(Object peer) {
        try {
            return dialed(peer);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Compared by identity, as peers may be. */
    private static final class Heavy implements Weighted {
        private int weight;

        Heavy(int weight) {
            this.weight = weight;
        }

        @Override
        public int weight() {
            return weight;
        }
    }

    @Test
    void itIsThatOfThePeerWithTheFewestCallersForItsWeight() throws Exception {
        Heavy heavy = new Heavy(3);
        idle("light", "light", heavy, heavy, heavy, heavy, heavy, heavy);

        List<Object> first = List.of(leased(), leased(), leased(), leased());
        heavy.weight = 1;

        assertThat(first).containsExactlyInAnyOrder(heavy, heavy, heavy, "light");
        assertThat(leased()).isEqualTo("light");
    }

    @Test
    void itIsThatOfThePeerWithTheFewestCallers() throws Exception {
        idle("x", "y", "z", "x", "x", "x");

        assertThat(List.of(leased(), leased(), leased(), leased())).containsExactly("x", "z", "y", "x");
    }

    @Test
    void amongEqualsItIsTheOneThatWasUsedLast() throws Exception {
        List<PoolEntry<String, FakeConnection>> entries = idle("x", "y", "x", "y");

        assertThat(lease(LeaseTerms.ANY)).isSameAs(entries.get(3));
        assertThat(lease(LeaseTerms.ANY)).isSameAs(entries.get(2));
        pool.release(entries.get(3), true);
        assertThat(lease(LeaseTerms.ANY)).isSameAs(entries.get(3));
    }

    @Test
    void withOnePeerItIsTheOneThatWasUsedLast() throws Exception {
        List<PoolEntry<String, FakeConnection>> entries = idle("x", "x", "x");

        assertThat(lease(LeaseTerms.ANY)).isSameAs(entries.get(2));
        assertThat(lease(LeaseTerms.ANY)).isSameAs(entries.get(1));
        pool.release(entries.get(2), true);
        assertThat(lease(LeaseTerms.ANY)).isSameAs(entries.get(2));
    }

    @Test
    void callersCountFromTheDialOn() throws Exception {
        idle("y", "x");
        dialed("x");

        assertThat(leased()).isEqualTo("y");
    }

    @Test
    void callersCountForThePeerThatTheirEntryWasDialedToLast() throws Exception {
        PoolEntry<String, FakeConnection> entry = dialed("x");
        idle("x", "y");
        entry.discardConnection(CloseMode.IMMEDIATE);
        entry.assignConnection(new FakeConnection("y"));
        pool.dialed(entry);

        assertThat(leased()).isEqualTo("x");
    }

    @Test
    void callersNoLongerCountOnceTheyHaveLeft() throws Exception {
        PoolEntry<String, FakeConnection> one = dialed("x");
        PoolEntry<String, FakeConnection> broken = dialed("y");
        idle("x", "y");
        pool.release(broken, false);
        assertThat(leased()).isEqualTo("y");

        pool.release(one, true);

        assertThat(leased()).isEqualTo("x");
    }

    @Test
    void aPeerWithoutIdleEntriesIsPassedOver() throws Exception {
        dialed("z");
        idle("x", "y");
        dialed("y");
        dialed("y");
        dialed("x");

        assertThat(leased()).isEqualTo("x");
        assertThat(leased()).isEqualTo("y");
    }

    @Test
    void aCallerThatDoesNotAcceptAllGetsTheNewestThatItAccepts() throws Exception {
        PoolEntry<String, FakeConnection> proven = dialed("x");
        PoolEntry<String, FakeConnection> other = dialed("y");
        dialed("x");
        proven.getConnection().grade(ReuseGrade.PROVEN);
        pool.release(proven, true);
        pool.release(other, true);

        assertThat(lease(LeaseTerms.PROVEN)).isSameAs(proven);
    }

    @Test
    void entriesWithAStateAreForCallersWithThatStateAlone() throws Exception {
        PoolEntry<String, FakeConnection> bound = dialed("x");
        PoolEntry<String, FakeConnection> other = dialed("y");
        bound.updateState("user");
        pool.release(other, true);
        pool.release(bound, true);

        assertThat(leased()).isEqualTo("y");
        assertThat(pool.lease("a", "user", Timeout.DISABLED, null).get(0, TimeUnit.SECONDS))
                .isSameAs(bound);
    }

    @Test
    void thoseWithRoomForSeveralCallersCountEachOfThem() throws Exception {
        PoolEntry<String, FakeConnection> shared = dialed("x");
        pool.changeCapacity(shared, 2);
        lease(LeaseTerms.ANY);
        dialed("y");
        idle("y", "x");

        assertThat(leased()).isEqualTo("y");
    }

    @Test
    void spreadingCanBeSwitchedOnAndOffAtAnyTime() throws Exception {
        pool.spreadCallers(false);
        List<PoolEntry<String, FakeConnection>> entries = idle("y", "y", "x", "x");
        assertThat(List.of(leased(), leased())).containsExactly("x", "x");

        pool.spreadCallers(true);
        assertThat(leased()).isEqualTo("y");
        pool.release(entries.get(2), true);
        assertThat(leased()).isEqualTo("x");

        List.of(1, 2, 3).forEach(i -> pool.release(entries.get(i), true));
        pool.spreadCallers(false);
        assertThat(List.of(leased(), leased())).containsExactly("x", "x");
    }
}
