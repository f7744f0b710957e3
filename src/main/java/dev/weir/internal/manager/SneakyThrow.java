package dev.weir.internal.manager;

/**
 * Throws a checked exception that the signature does not declare. HttpClient turns each of the exceptions that
 * {@code LeaseRequest.get} declares into one of its own, without the figures; an {@code IOException} passes unchanged, and
 * its callers expect one.
 */
final class SneakyThrow {

    private SneakyThrow() {}

    static RuntimeException raise(Throwable e) {
        return SneakyThrow.<RuntimeException>raiseAs(e);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is never made: types are erased
    private static <E extends Throwable> E raiseAs(Throwable e) throws E {
        throw (E) e;
    }
}
