package dev.weir.testserver;

import java.time.Duration;
import java.util.Optional;

/** When a server closes a connection that waits for its next request, and what it says about it. Immutable. */
public final class IdleTimeout {

    private static final IdleTimeout NEVER = new IdleTimeout(Duration.ZERO, 0, false, Optional.empty());

    private final Duration timeout;
    private final double jitter;
    private final boolean reset;
    private final Optional<Duration> announced;

    private IdleTimeout(Duration timeout, double jitter, boolean reset, Optional<Duration> announced) {
        this.timeout = timeout;
        this.jitter = jitter;
        this.reset = reset;
        this.announced = announced;
    }

    /** Returns a timeout that never strikes; the default of a server. */
    public static IdleTimeout never() {
        return NEVER;
    }

    /** Returns a timeout that closes in order (FIN) after exactly this time, without announcing it. */
    public static IdleTimeout after(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be positive, but was " + timeout);
        }
        return new IdleTimeout(timeout, 0, false, Optional.empty());
    }

    /** Spreads the timeout evenly between (1 - share) and (1 + share) of itself, drawn again for each idle time. */
    public IdleTimeout jitter(double share) {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("jitter must be in [0, 1), but was " + share);
        }
        return new IdleTimeout(timeout, share, reset, announced);
    }

    /** Closes with a reset instead of a FIN. */
    public IdleTimeout byReset() {
        return new IdleTimeout(timeout, jitter, true, announced);
    }

    /** Announces the timeout, in whole seconds rounded down, as {@code Keep-Alive: timeout=}. */
    public IdleTimeout announced() {
        return announcing(timeout);
    }

    /** Announces another time than the true one. */
    public IdleTimeout announcing(Duration claimed) {
        return new IdleTimeout(timeout, jitter, reset, Optional.of(claimed));
    }

    boolean isNever() {
        return timeout.isZero();
    }

    Optional<Duration> claimed() {
        return announced;
    }

    ClosedBy closedBy() {
        return reset ? ClosedBy.SERVER_RST : ClosedBy.SERVER_FIN;
    }

    long shortestNanos() {
        return Math.round(timeout.toNanos() * (1 - jitter));
    }

    /** The time for one idle period; the same draw always gives the same time. */
    long nanosFor(long draw) {
        return Math.round(timeout.toNanos() * (1 + jitter * (2 * fraction(draw) - 1)));
    }

    private static double fraction(long draw) {
        long mixed = (draw + 1) * 0x9E3779B97F4A7C15L; // the mixing step of SplittableRandom
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
