package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one caller's lookup ended: with addresses, or with what the caller is to be thrown. */
record Resolution(
        LookupOutcome outcome,
        List<InetSocketAddress> addresses,
        @Nullable Throwable failure) {

    static Resolution hit(List<InetSocketAddress> addresses) {
        return new Resolution(LookupOutcome.HIT, addresses, null);
    }

    static Resolution miss(List<InetSocketAddress> addresses) {
        return new Resolution(LookupOutcome.MISS, addresses, null);
    }

    static Resolution stale(List<InetSocketAddress> addresses) {
        return new Resolution(LookupOutcome.STALE, addresses, null);
    }

    static Resolution negative(UnknownHostException known) {
        return new Resolution(LookupOutcome.NEGATIVE, List.of(), copyOf(known));
    }

    static Resolution failed(Throwable failure) {
        return new Resolution(LookupOutcome.FAILED, List.of(), failure);
    }

    /** Asks the resolver; whatever it throws becomes a failure, and so does an answer without an address. */
    static Resolution ask(InetSocketAddress name, Question question) {
        try {
            List<InetSocketAddress> addresses = usable(name, question.ask());
            return addresses.isEmpty()
                    ? failed(new UnknownHostException(name.getHostString() + ": the resolver returned no address"))
                    : miss(addresses);
        } catch (Throwable e) {
            // Rethrown to each caller by addressesOrThrow.
            return failed(e);
        }
    }

    // HttpClient turns a null among the answers into the address 0.0.0.0, which is this machine. No name
    // stands for that address; name servers that block a name answer so.
    private static List<InetSocketAddress> usable(InetSocketAddress name, @Nullable List<InetSocketAddress> answer) {
        if (answer == null) {
            return List.of();
        }
        List<InetSocketAddress> usable = new ArrayList<>(answer.size());
        for (InetSocketAddress address : answer) {
            if (address != null && (Lookup.isLiteral(name) || !isUnspecified(address))) {
                usable.add(address);
            }
        }
        return usable;
    }

    private static boolean isUnspecified(InetSocketAddress address) {
        return !address.isUnresolved() && address.getAddress().isAnyLocalAddress();
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

    List<InetSocketAddress> addressesOrThrow() throws UnknownHostException, InterruptedIOException {
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
