package dev.weir.config;

import java.time.Duration;
import java.util.List;

/**
 * Limits how long the phases of a call may take: {@code poolWait < connect < read < total}, and {@code total} covers
 * {@code connect + read}.
 *
 * <p>Each value is a {@link Duration} from 1 ms to 25 years. A default yields to explicit values: it
 * becomes four fifths of a smaller one, or five quarters of a larger one, as far as the order needs it.
 * So {@code read(300 ms)} alone gives a {@code connect} of 240 ms and a {@code poolWait} of 192 ms. Explicit values that break the order fail in {@code build()}, unless {@link Builder#unordered()}
 * is set.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#timeouts()
 */
public final class Timeouts extends KnobGroup {
    /** Default of {@link #poolWait()}: 1 s. */
    public static final Duration DEFAULT_POOL_WAIT = Duration.ofSeconds(1);

    /** Default of {@link #connect()}: 2 s. */
    public static final Duration DEFAULT_CONNECT = Duration.ofSeconds(2);

    /** Default of {@link #read()}: 5 s. */
    public static final Duration DEFAULT_READ = Duration.ofSeconds(5);

    /** Default of {@link #total()}: 10 s. */
    public static final Duration DEFAULT_TOTAL = Duration.ofSeconds(10);

    private static final KnobList LIST = new KnobList("timeouts");

    static final Knob<Duration> POOL_WAIT = LIST.time("poolWait", DEFAULT_POOL_WAIT);
    static final Knob<Duration> CONNECT = LIST.time("connect", DEFAULT_CONNECT);
    static final Knob<Duration> READ = LIST.timeOrOff("read", DEFAULT_READ);
    static final Knob<Duration> TOTAL = LIST.timeOrOff("total", DEFAULT_TOTAL);
    static final Knob<Boolean> UNORDERED = LIST.flag("unordered", false);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    /** Marks of values that were adopted; users cannot set them, so they are not in the list. */
    static final Knob<Boolean> CONNECT_ADOPTED = CONNECT.mark("adopted");

    static final Knob<Boolean> READ_ADOPTED = READ.mark("adopted");

    /** The marks that are removed when a knob is set again. */
    static List<Knob<?>> marksOf(Knob<?> knob) {
        return knob == CONNECT ? List.of(CONNECT_ADOPTED) : knob == READ ? List.of(READ_ADOPTED) : List.of();
    }

    Timeouts(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns how long a caller may wait while it has neither a connection nor a dial under way.
     *
     * @return the time to wait for a connection
     */
    public Duration poolWait() {
        return get(POOL_WAIT);
    }

    /**
     * Returns how long establishing a connection may take as a whole: DNS, every address tried and the TLS handshake.
     *
     * @return the time to establish a connection
     */
    public Duration connect() {
        return get(CONNECT);
    }

    /**
     * Returns how long the server may be silent between two bytes.
     *
     * @return the time between bytes, or zero if unlimited
     */
    public Duration read() {
        return get(READ);
    }

    /**
     * Returns how long a call may take from the queue to the last byte of the body, retries and redirects included.
     *
     * @return the time for a whole call, or zero if unlimited
     */
    public Duration total() {
        return get(TOTAL);
    }

    /**
     * Returns whether the timeouts may stand in any order.
     *
     * @return true if the order was lifted by {@link Builder#unordered()}
     */
    public boolean isUnordered() {
        return get(UNORDERED);
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends KnobSetters<Builder> {
        Builder(KnobSheet sheet) {
            super(sheet);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets how long a caller may wait while it has neither a connection nor a dial under way. Default:
         * {@link Timeouts#DEFAULT_POOL_WAIT}. Shorter than {@code connect}. Not 0. If it is too short, calls fail in bursts
         * that the pool could have handled; if too long, callers pile up.
         *
         * @param duration the time to wait for a connection
         * @return this builder
         */
        public Builder poolWait(Duration duration) {
            return set(POOL_WAIT, duration);
        }

        /**
         * Sets how long establishing a connection may take as a whole: DNS, every address tried and the TLS handshake.
         * Default: {@link Timeouts#DEFAULT_CONNECT}. Longer than {@code poolWait}, shorter than {@code read}. Not 0. If
         * it is too long, an unreachable host holds callers.
         *
         * @param duration the time to establish a connection
         * @return this builder
         */
        public Builder connect(Duration duration) {
            return set(CONNECT, duration).unset(CONNECT_ADOPTED);
        }

        /**
         * Sets how long the server may be silent between two bytes. Default: {@link Timeouts#DEFAULT_READ}. Longer than
         * {@code connect}, shorter than {@code total}. {@link Duration#ZERO} switches it off. If it is too short, slow
         * responses fail; if too long, a silent server holds callers.
         *
         * @param duration the time between bytes, or zero for no limit
         * @return this builder
         */
        public Builder read(Duration duration) {
            return set(READ, duration).unset(READ_ADOPTED);
        }

        /**
         * Sets how long a call may take from the queue to the last byte of the body, retries and redirects included.
         * Default: {@link Timeouts#DEFAULT_TOTAL}. At least {@code connect + read}. {@link Duration#ZERO} switches it
         * off.
         *
         * @param duration the time for a whole call, or zero for no limit
         * @return this builder
         */
        public Builder total(Duration duration) {
            return set(TOTAL, duration);
        }

        /**
         * Sets {@code connect} to a value that was meant for HTTP clients in general, such as Spring's {@code
         * spring.http.clients.connect-timeout}. It counts like one set by {@link #connect}, but no default shrinks to fit
         * it, and if only adopted values break the order, that is a finding and not a violation.
         *
         * @param duration the time to establish a connection
         * @return this builder
         */
        public Builder adoptConnect(Duration duration) {
            connect(duration);
            return set(CONNECT_ADOPTED, true);
        }

        /**
         * Sets {@code read} to a value that was meant for HTTP clients in general, such as Spring's {@code
         * spring.http.clients.read-timeout}. It counts like one set by {@link #read}, but no default shrinks to fit it, and
         * if only adopted values break the order, that is a finding and not a violation.
         *
         * @param duration the time between bytes, or zero for no limit
         * @return this builder
         */
        public Builder adoptRead(Duration duration) {
            read(duration);
            return set(READ_ADOPTED, true);
        }

        /**
         * Lifts the order of the timeouts, and nothing else; all other rules still apply. It is the only way around the
         * order, and is logged once at WARN.
         *
         * @return this builder
         */
        public Builder unordered() {
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
        public Builder unordered(boolean isUnordered) {
            return set(UNORDERED, isUnordered);
        }
    }
}
