package dev.weir.internal.identity;

/** A context that can tell that nothing is known of authentication, without making the map that would hold it. */
public interface LazyAuthentication {

    /**
     * Tells whether the state of any authentication is known.
     *
     * @return whether it is
     */
    boolean hasAuthExchanges();
}
