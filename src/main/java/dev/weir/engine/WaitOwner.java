package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;

/** The segment in which a caller waits, as that caller sees it. Each method takes one step while it holds the gate. */
interface WaitOwner<T, C extends ModalCloseable> {

    /** Serves a caller that asks again later; out of turn if half of its time has passed. */
    void ask(Waiter<T, C> waiter);

    /** Removes a caller that gave up; those behind it may be easier to serve. */
    void forget(Waiter<T, C> waiter);

    /** Begins the dial of a caller's entry; false if the caller could be served at once, or has given up. */
    boolean dial(DialWait<T, C> wait, Effects<T, C> effects);

    /** Lets a caller wait for the dial of its entry, which another caller began. */
    void join(DialWait<T, C> wait, Effects<T, C> effects);

    /** Leaves the dial of a caller that gave up to the next. */
    void abandon(DialWait<T, C> wait);

    /** Takes back an entry that its caller did not accept because it had just given up. */
    void putBack(PoolEntry<T, C> entry, Effects<T, C> effects);

    /** Takes back an entry whose dial failed after its caller had given up. */
    void takeBack(PoolEntry<T, C> entry, Effects<T, C> effects);
}
