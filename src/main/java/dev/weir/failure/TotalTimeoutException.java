package dev.weir.failure;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Thrown when a call outlives {@code timeouts.total}: from the queue to the last byte of the body, retries and redirects
 * included. Whether the server executed the request is not known unless the {@link #phase()} says that it was never sent.
 */
public final class TotalTimeoutException extends InterruptedIOException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    /** The target of the request. */
    private final String target;

    /** The limit of the call. */
    private final Duration total;

    /** What it was doing at the end. */
    private final String phase;

    /** How long each phase took. */
    private final LinkedHashMap<String, Duration> phases;

    /**
     * Creates the exception. The pool does; programs need it only to test what they do about it.
     *
     * @param message what happened, with the figures
     * @param pool the pool's name
     * @param target scheme, host and port of the request
     * @param total the time that the call had
     * @param phase what it was doing, in words
     * @param phases how long each phase took that it reached
     */
    public TotalTimeoutException(
            String message, String pool, String target, Duration total, String phase, Map<String, Duration> phases) {
        super(message);
        this.phases = new LinkedHashMap<>(phases);
        this.pool = pool;
        this.target = target;
        this.total = total;
        this.phase = phase;
    }

    /**
     * Returns how long the call spent in each phase, over all its retries and redirects. A phase of less than a millisecond
     * is added to the next one.
     *
     * @return the time of each phase that it reached, in order; unmodifiable
     */
    public Map<String, Duration> phases() {
        return Collections.unmodifiableMap(phases);
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name
     */
    public String pool() {
        return pool;
    }

    /**
     * Returns the target of the request.
     *
     * @return scheme, host and port
     */
    public String target() {
        return target;
    }

    /**
     * Returns the time that the call had.
     *
     * @return the limit in force for this call
     */
    public Duration total() {
        return total;
    }

    /**
     * Returns what the call was doing when its time was over. The request was not sent as long as it was {@code waiting for a
     * connection}, {@code looking up the name of the host}, {@code establishing a connection} or {@code doing the TLS
     * handshake}; then come {@code sending the request}, {@code waiting for the response}, {@code reading the body of the
     * response} and {@code pausing before a retry}. Phases may be added.
     *
     * @return the phase in words
     */
    public String phase() {
        return phase;
    }
}
