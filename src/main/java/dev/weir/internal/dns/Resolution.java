package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one caller's lookup ended: with addresses, or with what the caller is to be thrown.
 *
 * @param outcome how; null for an IP address in text form
 * @param addresses at least one unless it failed; unresolved if the resolver leaves the name to a SOCKS proxy
 * @param failure why there are none; null if there are
 */
public record Resolution(
        @Nullable LookupOutcome outcome,
        List<InetSocketAddress> addresses,
        @Nullable Throwable failure) {

    static Resolution failed(Throwable failure) {
        return new Resolution(LookupOutcome.FAILED, List.of(), failure);
    }

    /**
     * Returns the same result for one caller: an exception of its own, because exceptions are mutable, and its stack
     * trace shows who asked. An exception of a resolver's own type keeps that type.
     */
    Resolution forCaller() {
        return failure != null && failure.getClass() == UnknownHostException.class
                ? new Resolution(outcome, addresses, copyOf(failure))
                : this;
    }

    /**
     * Returns the addresses.
     *
     * @return at least one
     * @throws UnknownHostException if the host is not known
     * @throws InterruptedIOException if the resolver threw it
     */
    public List<InetSocketAddress> addressesOrThrow() throws UnknownHostException, InterruptedIOException {
        if (failure == null) {
            return addresses;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof InterruptedIOException ended) {
            throw ended;
        }
        throw failure instanceof UnknownHostException unknown ? unknown : copyOf(failure);
    }

    private static UnknownHostException copyOf(Throwable original) {
        UnknownHostException copy = new UnknownHostException(original.getMessage());
        copy.initCause(original);
        return copy;
    }
}
