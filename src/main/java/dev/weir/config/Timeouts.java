package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long the phases of a call may take: {@code poolWait < connect < read < total}, and {@code total} covers
 * {@code connect + read}.
 *
 * <p>Each value is a {@link Duration} from 1 ms to 25 years. A default yields to explicit values: it
 * becomes four fifths of a smaller one, or five quarters of a larger one, as far as the order needs it.
 * So {@code read(300 ms)} alone gives a {@code connect} of 240 ms and a {@code poolWait} of 192 ms. Explicit values that break the order fail in {@code build()}, unless {@link #unordered()}
 * is set.
 *
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see PoolConfig#timeouts()
 */
public final class Timeouts extends Group<Timeouts> {

    static final Knob<Duration> POOL_WAIT = Knob.time("timeouts.poolWait", Duration.ofSeconds(1));
    static final Knob<Duration> CONNECT = Knob.time("timeouts.connect", Duration.ofSeconds(2));
    static final Knob<Duration> READ = Knob.timeOrOff("timeouts.read", Duration.ofSeconds(5));
    static final Knob<Duration> TOTAL = Knob.timeOrOff("timeouts.total", Duration.ofSeconds(10));
    static final Knob<Boolean> UNORDERED = Knob.of("timeouts.unordered", false);
    /** Marks of values that were adopted: not settings of their own, so that they are in no list. */
    static final Knob<Boolean> CONNECT_ADOPTED = Knob.of("timeouts.connect.adopted", false);

    static final Knob<Boolean> READ_ADOPTED = Knob.of("timeouts.read.adopted", false);
    static final List<Knob<?>> KNOBS = List.of(POOL_WAIT, CONNECT, READ, TOTAL, UNORDERED);

    Timeouts(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return how long a caller may wait while it has neither a connection nor a dial under way} */
    public Duration poolWait() {
        return get(POOL_WAIT);
    }

    /** {@return how long establishing a connection may take as a whole: DNS, every address tried and the TLS handshake} */
    public Duration connect() {
        return get(CONNECT);
    }

    /** {@return how long the server may be silent between two bytes, or zero if unlimited} */
    public Duration read() {
        return get(READ);
    }

    /** {@return how long a call may take from the queue to the last byte of the body, retries and redirects included, or zero if unlimited} */
    public Duration total() {
        return get(TOTAL);
    }

    /** {@return whether the timeouts may stand in any order} */
    public boolean isUnordered() {
        return get(UNORDERED);
    }

    /**
     * Sets how long a caller may wait while it has neither a connection nor a dial under way. Default:
     * 1 s. Shorter than {@code connect}. Not 0. If it is too short, calls fail in bursts
     * that the pool could have handled; if too long, callers pile up.
     *
     * @param duration the time to wait for a connection
     * @return this builder
     */
    public Timeouts poolWait(Duration duration) {
        return set(POOL_WAIT, duration);
    }

    /**
     * Sets how long establishing a connection may take as a whole: DNS, every address tried and the TLS handshake.
     * Default: 2 s. Longer than {@code poolWait}, shorter than {@code read}. Not 0. If
     * it is too long, an unreachable host holds callers.
     *
     * @param duration the time to establish a connection
     * @return this builder
     */
    public Timeouts connect(Duration duration) {
        return set(CONNECT, duration).set(CONNECT_ADOPTED, false);
    }

    /**
     * Sets how long the server may be silent between two bytes. Default: 5 s. Longer than
     * {@code connect}, shorter than {@code total}. {@link Duration#ZERO} switches it off. If it is too short, slow
     * responses fail; if too long, a silent server holds callers.
     *
     * @param duration the time between bytes, or zero for no limit
     * @return this builder
     */
    public Timeouts read(Duration duration) {
        return set(READ, duration).set(READ_ADOPTED, false);
    }

    /**
     * Sets how long a call may take from the queue to the last byte of the body, retries and redirects included.
     * Default: 10 s. At least {@code connect + read}. {@link Duration#ZERO} switches it
     * off.
     *
     * @param duration the time for a whole call, or zero for no limit
     * @return this builder
     */
    public Timeouts total(Duration duration) {
        return set(TOTAL, duration);
    }

    /** Takes over values that were meant for HTTP clients in general: no default shrinks to fit them. */
    void adopt(@Nullable Duration connect, @Nullable Duration read) {
        if (connect != null) {
            set(CONNECT, connect).set(CONNECT_ADOPTED, true);
        }
        if (read != null) {
            set(READ, read).set(READ_ADOPTED, true);
        }
    }

    /**
     * Lifts the order of the timeouts, and nothing else; all other rules still apply. It is the only way around the
     * order, and is logged once at WARN.
     *
     * @return this builder
     */
    public Timeouts unordered() {
        return unordered(true);
    }

    /**
     * Lifts the order of the timeouts, or takes that back: for a builder from {@link PoolConfig#toBuilder()}, and for
     * a route of a pool that has lifted it. Default: false.
     *
     * @param isUnordered whether the order is lifted
     * @return this builder
     * @see #unordered()
     */
    public Timeouts unordered(boolean isUnordered) {
        return set(UNORDERED, isUnordered);
    }
}
