package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says which responses are worth another try. Off while {@link #statuses()} is empty, and always bounded by {@code
 * timeouts.total}.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#retry()
 */
public final class Retry {
    /** Default of {@link #maxRetries()}: 1. */
    public static final int DEFAULT_MAX_RETRIES = 1;

    /** Default of {@link #interval()}: 1 s. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    private final KnobValues values;

    Retry(KnobValues values) {
        this.values = values;
    }

    /**
     * Returns the statuses after which a request is sent again.
     *
     * @return statuses from 400 to 599; empty if nothing is retried; unmodifiable
     */
    public Set<Integer> statuses() {
        return values.get(Knobs.RETRY_STATUSES);
    }

    /**
     * Returns how often a request is sent again, at most.
     *
     * @return the number of retries after the first try
     */
    public int maxRetries() {
        return values.get(Knobs.MAX_RETRIES);
    }

    /**
     * Returns how long to wait before a retry if the server does not say.
     *
     * @return the time before a retry
     */
    public Duration interval() {
        return values.get(Knobs.RETRY_INTERVAL);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Retry that && values.equals(that.values);
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
         * Sets the statuses after which a request that may be replayed is sent again. Default: none. From 400 to 599;
         * no status switches retries off.
         *
         * @param statuses such as 429 and 503
         * @return this builder
         */
        public Builder onStatus(int... statuses) {
            Objects.requireNonNull(statuses, "retry.onStatus must not be null");
            sheet.set(Knobs.RETRY_STATUSES, Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet()));
            return this;
        }

        /**
         * Sets how often a request is sent again, at most. Default: {@link Retry#DEFAULT_MAX_RETRIES}. At least 0.
         *
         * @param retries the number of retries after the first try
         * @return this builder
         */
        public Builder maxRetries(int retries) {
            sheet.set(Knobs.MAX_RETRIES, retries);
            return this;
        }

        /**
         * Sets how long to wait before a retry if the server does not say. Default: {@link Retry#DEFAULT_INTERVAL}. Not
         * 0.
         *
         * @param duration the time before a retry
         * @return this builder
         */
        public Builder interval(Duration duration) {
            sheet.set(Knobs.RETRY_INTERVAL, duration);
            return this;
        }
    }
}
