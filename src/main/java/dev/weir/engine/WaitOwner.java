package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;

/** The segment in which a caller waits, as far as that caller is concerned. Each method is one step behind its gate. */
interface WaitOwner<T, C extends ModalCloseable> {

    /** Serves a caller that asks again after a time, even out of its turn if it has waited for half of its time. */
    void ask(Waiter<T, C> waiter);

    /** Removes a caller that gave up; those behind it may be easier to serve. */
    void forget(Waiter<T, C> waiter);

    /** Begins the dial of a caller's entry; false if the caller could be served at once, or has given up. */
    boolean dial(DialWait<T, C> wait, Effects<T, C> effects);

    /** Lets a caller wait for the dial of its entry, which another caller began. */
    void join(DialWait<T, C> wait, Effects<T, C> effects);

    /** Leaves the dial of a caller that gave up to the next. */
    void abandon(DialWait<T, C> wait);

    /** Takes an entry back that its caller did not take, because it gave up just before. */
    void putBack(PoolEntry<T, C> entry, Effects<T, C> effects);

    /** Takes an entry back whose dial failed, when its caller had given up. */
    void takeBack(PoolEntry<T, C> entry, Effects<T, C> effects);
}
