package dev.weir.internal.identity;

/** A context that can tell that it has no authentication state, without creating the map for it. */
public interface LazyAuthentication {

    /**
     * Tells whether the state of any authentication is known.
     *
     * @return whether it is
     */
    boolean hasAuthExchanges();
}
