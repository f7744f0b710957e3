package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/** A segment, as limits over all routes see it: it may get a place, and may have to give one up. Called behind no gate. */
interface Contender<T, C extends ModalCloseable> {

    /** Serves as many of its callers as can be served, in the first place with what the effects hold. */
    void serve(Effects<T, C> effects);

    /** Serves as many of its callers as can be served, with leave for one more exchange, which was taken for it. */
    void servePermitted(Effects<T, C> effects);

    /** Gives up the oldest idle entry, so that another segment can have its place; false if there is none. */
    boolean yieldOldest(Effects<T, C> effects);
}
