package dev.weir.engine;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Entries that were given back while the gate of their segment was closed. The thread that leaves the gate takes them in;
 * until then the next caller may have the newest as it is, so a thread that sleeps while it holds the gate delays no other.
 * The segment still counts an entry in here as in use. Thread-safe, without a lock.
 */
final class Inbox<T, C extends ModalCloseable> {

    private static final class Item<T, C extends ModalCloseable> {

        final Slot<T, C> slot;

        // Written before others see the item. Each item is used once, so that none can be mistaken for another.
        @Nullable
        Item<T, C> next;

        Item(Slot<T, C> slot) {
            this.slot = slot;
        }
    }

    private final AtomicReference<@Nullable Item<T, C>> newest = new AtomicReference<>();

    boolean isEmpty() {
        return newest.get() == null;
    }

    /** Adds an entry, unless its caller cannot leave it to the next as it is. */
    boolean offer(Slot<T, C> slot) {
        if (!slot.isPlain()) {
            return false;
        }
        add(slot);
        return true;
    }

    private void add(Slot<T, C> slot) {
        Item<T, C> item = new Item<>(slot);
        do {
            item.next = newest.get();
        } while (!newest.compareAndSet(item.next, item));
    }

    /** Removes the newest; null if there is none. */
    @Nullable
    Slot<T, C> take() {
        Item<T, C> item = newest.get();
        while (item != null && !newest.compareAndSet(item, item.next)) {
            item = newest.get();
        }
        return item == null ? null : item.slot;
    }

    /** Leases the newest to a caller as it is; null if there is none, or the caller does not accept it. */
    @Nullable
    Slot<T, C> lease(LeaseTerms terms, Predicate<Slot<T, C>> accepted, long nowNanos) {
        Item<T, C> item = newest.get();
        while (item != null && item.slot.isSound() && accepted.test(item.slot)) {
            if (newest.compareAndSet(item, item.next)) {
                item.slot.terms = terms;
                item.slot.leasedNanos = nowNanos;
                return item.slot;
            }
            item = newest.get();
        }
        return null;
    }
}
