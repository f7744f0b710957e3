package dev.weir;

import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.internal.pool.ClosedPool;
import dev.weir.internal.pool.PoolControl;
import java.time.Duration;
import java.util.Objects;

/** Words that pools of both kinds have in common. */
final class PoolText {

    private PoolText() {}

    /** Describes a pool in one line, such as {@code HttpPool 'shop': 2 leased and 1 idle of 100, 0 pending, 0 dialing}. */
    static String of(String kind, PoolControl control) {
        PoolSnapshot now = control.snapshot();
        String name = kind + " '" + now.name() + "': ";
        if (control.isClosed()) {
            return name + "closed";
        }
        return name + (control.isOpen() ? "" : "draining, ") + now.leased() + " leased and " + now.idle() + " idle of "
                + now.maxTotal() + ", " + now.pending() + " pending, " + now.dialing() + " dialing";
    }

    /** Checks who is to hear what happens in a pool. */
    static PoolListener listener(PoolListener listener, PoolControl control) {
        Objects.requireNonNull(listener, "listener must not be null");
        if (control.isClosed()) {
            throw ClosedPool.closed(control.config().name());
        }
        return listener;
    }

    /** Returns how many a caller wants at most, unless that is negative. */
    static int count(String name, int most, int usual) {
        if (most < 0) {
            throw new IllegalArgumentException(name + " must be at least 0, such as " + usual + ", but was " + most);
        }
        return most;
    }

    /** Returns the time for {@code drain}, unless it is no time to wait. */
    static Duration drainTime(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout must not be null").isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative, but was " + timeout
                    + "; such as Duration.ofSeconds(20), or Duration.ZERO to close at once");
        }
        return timeout;
    }
}
