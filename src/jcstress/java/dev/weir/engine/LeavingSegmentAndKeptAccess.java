package dev.weir.engine;

import java.util.concurrent.Future;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The segment of a route leaves while a caller leases by an access that remembers this segment. */
@JCStressTest
@Outcome(
        id = "served, 0 leased 1 idle 0 pending",
        expect = Expect.ACCEPTABLE,
        desc = "The caller has an entry of a segment in the pool, and gives it back by the same access.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits, or its entry is lost, in a segment that has left.")
@State
public class LeavingSegmentAndKeptAccess {

    private final RacedPool raced = new RacedPool(1, 2);
    private final RouteAccess<String, RacedConnection> access = raced.pool.access("a");
    private final PoolEntry<String, RacedConnection> held = RacedPool.entry(ask());

    private Future<PoolEntry<String, RacedConnection>> ask() {
        return access.lease(null, LeaseTerms.ANY, Timeout.DISABLED, null);
    }

    /** Frees the only place: the segment leaves, unless a caller has joined it. */
    @Actor
    public void release() {
        raced.pool.release(held, false);
    }

    /** Asks. */
    @Actor
    public void lease(LL_Result result) {
        result.r1 = ask();
    }

    /** Looks. */
    @Arbiter
    public void look(LL_Result result) {
        Future<PoolEntry<String, RacedConnection>> future = RacedPool.future(result.r1);
        result.r1 = RacedPool.fate(future);
        if (future != null && result.r1.equals("served")) {
            PoolEntry<String, RacedConnection> entry = RacedPool.entry(future);
            entry.assignConnection(new RacedConnection());
            access.release(entry, true);
        }
        result.r2 = raced.holds();
    }
}
