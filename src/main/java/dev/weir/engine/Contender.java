package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * A segment as seen by the limits over all routes: it may get a place, and may have to give one up. Called without holding a
 * gate.
 */
interface Contender<T, C extends ModalCloseable> {

    /** Serves as many of its callers as possible, first with the places that the effects hold. */
    void serve(Effects<T, C> effects);

    /** Gives up the oldest idle entry, so that another segment can have its place; false if there is none. */
    boolean yieldOldest(Effects<T, C> effects);
}
