package dev.weir.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long the phases of a call may take: {@code poolWait < connect < read < total}, and {@code total} covers
 * {@code connect + read}.
 *
 * <p>Each value is a {@link Duration} from 1 ms to 25 years. A default yields to explicit values: it becomes the
 * smaller of itself and its share of each larger one (the shares are 1 : 2 : 5 : 10), and grows to its share of a
 * smaller one that it is not above. So {@code read(300 ms)} alone gives a {@code connect} of 120 ms and a {@code
 * poolWait} of 60 ms. Explicit values that break the order fail in {@code build()}, unless {@link Builder#unordered()}
 * is set.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#timeouts()
 */
public final class Timeouts {
    /** Default of {@link #poolWait()}: 1 s. */
    public static final Duration DEFAULT_POOL_WAIT = Duration.ofSeconds(1);

    /** Default of {@link #connect()}: 2 s. */
    public static final Duration DEFAULT_CONNECT = Duration.ofSeconds(2);

    /** Default of {@link #read()}: 5 s. */
    public static final Duration DEFAULT_READ = Duration.ofSeconds(5);

    /** Default of {@link #total()}: 10 s. */
    public static final Duration DEFAULT_TOTAL = Duration.ofSeconds(10);

    private final KnobValues values;

    Timeouts(KnobValues values) {
        this.values = values;
    }

    /**
     * Returns how long a caller may wait while it has neither a connection nor a dial under way for it.
     *
     * @return the time to wait for a connection
     */
    public Duration poolWait() {
        return values.get(Knobs.POOL_WAIT);
    }

    /**
     * Returns how long establishing a connection may take as a whole: DNS, every address tried and the TLS handshake.
     *
     * @return the time to establish a connection
     */
    public Duration connect() {
        return values.get(Knobs.CONNECT);
    }

    /**
     * Returns how long the server may be silent between two bytes.
     *
     * @return the time between bytes, or zero if unlimited
     */
    public Duration read() {
        return values.get(Knobs.READ);
    }

    /**
     * Returns how long a call may take from the queue to the last byte of the body, retries and redirects included.
     *
     * @return the time for a whole call, or zero if unlimited
     */
    public Duration total() {
        return values.get(Knobs.TOTAL);
    }

    /**
     * Says whether the timeouts may stand in any order.
     *
     * @return true if the order was lifted by {@link Builder#unordered()}
     */
    public boolean isUnordered() {
        return values.get(Knobs.UNORDERED);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Timeouts that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /**
     * Lists the values.
     *
     * @return every value by its name
     */
    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder {
        private final KnobSheet sheet;

        Builder(KnobSheet sheet) {
            this.sheet = sheet;
        }

        /**
         * Sets how long a caller may wait while it has neither a connection nor a dial under way for it. Default:
         * {@link Timeouts#DEFAULT_POOL_WAIT}. Shorter than {@code connect}. Not 0. If it is too short, calls fail in
         * bursts that the pool could have served; if too long, callers pile up.
         *
         * @param duration the time to wait for a connection
         * @return this builder
         */
        public Builder poolWait(Duration duration) {
            sheet.set(Knobs.POOL_WAIT, duration);
            return this;
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
            sheet.set(Knobs.CONNECT, duration);
            sheet.unset(Knobs.CONNECT_ADOPTED);
            return this;
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
            sheet.set(Knobs.READ, duration);
            sheet.unset(Knobs.READ_ADOPTED);
            return this;
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
            sheet.set(Knobs.TOTAL, duration);
            return this;
        }

        /**
         * Sets {@code connect} to a value that was meant for HTTP clients in general, such as Spring's {@code
         * spring.http.clients.connect-timeout}. It holds like one set by {@link #connect}, but no default shrinks to
         * fit it, and an order that adopted values alone break is no violation: a finding tells of it.
         *
         * @param duration the time to establish a connection
         * @return this builder
         */
        public Builder adoptConnect(Duration duration) {
            connect(duration);
            sheet.set(Knobs.CONNECT_ADOPTED, true);
            return this;
        }

        /**
         * Sets {@code read} to a value that was meant for HTTP clients in general, such as Spring's {@code
         * spring.http.clients.read-timeout}. It holds like one set by {@link #read}, but no default shrinks to fit it,
         * and an order that adopted values alone break is no violation: a finding tells of it.
         *
         * @param duration the time between bytes, or zero for no limit
         * @return this builder
         */
        public Builder adoptRead(Duration duration) {
            read(duration);
            sheet.set(Knobs.READ_ADOPTED, true);
            return this;
        }

        /**
         * Lifts the order of the timeouts, and that alone; any other rule still holds. The only way round the order,
         * and logged once at WARN.
         *
         * @return this builder
         */
        public Builder unordered() {
            sheet.set(Knobs.UNORDERED, true);
            return this;
        }
    }
}
