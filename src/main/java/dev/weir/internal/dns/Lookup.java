package dev.weir.internal.dns;

import org.jspecify.annotations.Nullable;

/**
 * What a caller wants to know.
 *
 * @param name whose addresses
 * @param question how to ask for them
 * @param times how long the cache keeps what is answered
 * @param fresh how long what the cache has is good enough for the caller
 * @param loader the context class loader that the resolver is to see
 */
record Lookup(
        Name name,
        Question question,
        DnsTimes times,
        DnsTimes fresh,
        @Nullable ClassLoader loader) {

    /** A caller takes whatever is within its time. */
    static Lookup ofCaller(Name name, Question question, DnsTimes times) {
        return new Lookup(name, question, times, times, Thread.currentThread().getContextClassLoader());
    }

    /** The background asks early, so that no caller ever finds that the time is over. */
    static Lookup ahead(Name name, Question question, DnsTimes times, @Nullable ClassLoader loader) {
        return new Lookup(name, question, times, times.ahead(), loader);
    }

    boolean isCached() {
        return !times.isCacheOff() && !name.isLiteral();
    }
}
