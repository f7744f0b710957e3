package dev.weir.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What steps in segments decided and what must be done once no gate is held: connections to be closed, places under the
 * total to be given to others, callers to be told. Used by one thread.
 *
 * <p>A place is given on only after its connection is closed, so that no more connections are open than the limit allows.
 */
final class Effects<T, C extends ModalCloseable> {

    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);

    private final TotalLimit<T, C> total;
    private final CloseMode mode;
    private @Nullable Queue<PoolEntry<T, C>> discarded;
    private @Nullable Queue<Wait<T, C>> ended;
    // Places that this thread holds and no entry uses.
    private int places;
    private boolean contended;
    // Set before callers are told, so that what they do meanwhile on the same thread is found to be nested.
    private @Nullable Thread teller;

    Effects(TotalLimit<T, C> total, CloseMode mode) {
        this.total = total;
        this.mode = mode;
    }

    /** Notes an entry to be closed, and that its place is free. */
    void discard(PoolEntry<T, C> entry) {
        if (discarded == null) {
            discarded = new ArrayDeque<>(2);
        }
        discarded.add(entry);
        places++;
    }

    /** Notes a caller whose wait ended: with an entry, too late, or because the pool was closed. */
    void end(Wait<T, C> waiter) {
        if (ended == null) {
            ended = new ArrayDeque<>(2);
        }
        ended.add(waiter);
    }

    /** Notes a place under the total that nobody uses. */
    void addPlace() {
        places++;
    }

    /** Takes one of the places noted here; false if there is none. */
    boolean takePlace() {
        if (places == 0) {
            return false;
        }
        places--;
        return true;
    }

    /** Notes that a segment waits for a place, so that somebody must look for one. */
    void contend() {
        contended = true;
    }

    /** Tells whether callers are being told on this very thread, further up its stack. */
    boolean isTelling() {
        return teller == Thread.currentThread();
    }

    /**
     * Does what was decided, and what comes of that. To be called outside of any gate. What connections and callers throw
     * is logged: the thread that happens to be here is not to blame, and the rest must be done all the same.
     *
     * @return whether the segments that wait for a place must be looked at
     */
    boolean apply() {
        while (discarded != null || places > 0 || ended != null) {
            close();
            give();
            tell();
        }
        boolean due = contended;
        contended = false;
        return due;
    }

    private void close() {
        Queue<PoolEntry<T, C>> entries = discarded;
        discarded = null;
        if (entries != null) {
            entries.forEach(this::close);
        }
    }

    private void close(PoolEntry<T, C> entry) {
        try {
            entry.discardConnection(mode);
        } catch (Throwable e) {
            LOG.warn("A connection could not be closed", e);
        }
    }

    private void give() {
        if (places > 0) {
            total.give(places);
            places = 0;
            contended = true;
        }
    }

    private void tell() {
        Queue<Wait<T, C>> waiters = ended;
        ended = null;
        if (waiters == null) {
            return;
        }
        teller = Thread.currentThread();
        try {
            waiters.forEach(this::tell);
        } finally {
            teller = null;
        }
    }

    private void tell(Wait<T, C> waiter) {
        try {
            waiter.end(this);
        } catch (Throwable e) {
            LOG.warn("A caller that waited for a connection failed when it was told", e);
        }
    }
}
