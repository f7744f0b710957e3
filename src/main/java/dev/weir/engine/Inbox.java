package dev.weir.engine;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Callers that came, and entries that were given back, while the gate of their segment was closed. The thread that leaves the
 * gate takes them in, first come, first served, so none of them waits for the gate. The segment still counts an entry in here
 * as in use. Thread-safe, without a lock.
 */
@SuppressWarnings("serial") // is itself the reference to the newest, because each route has one; never serialized
final class Inbox extends AtomicReference<Inbox.@Nullable Item> {

    /** A caller, or an entry. */
    static final class Item {

        final @Nullable Waiter waiter;
        final @Nullable Entry entry;

        // The one before it; once it is taken in, the one after it. Each item is used once, so none can be mistaken for
        // another.
        @Nullable
        Item next;

        private Item(@Nullable Waiter waiter, @Nullable Entry entry) {
            this.waiter = waiter;
            this.entry = entry;
        }
    }

    // Those that left the reference, the oldest first. Guarded by the gate.
    private @Nullable Item oldest;

    boolean isEmpty() {
        return get() == null;
    }

    void add(Waiter waiter) {
        add(new Item(waiter, null));
    }

    /** Adds an entry, unless its caller cannot leave it to the next as it is. */
    boolean offer(Entry entry) {
        if (!entry.isPlain()) {
            return false;
        }
        add(new Item(null, entry));
        return true;
    }

    private void add(Item item) {
        do {
            item.next = get();
        } while (!compareAndSet(item.next, item));
    }

    /** Removes the oldest; null if there is none. Call it while holding the gate. */
    @Nullable
    Item take() {
        if (oldest == null) {
            Item newer = getAndSet(null);
            while (newer != null) {
                Item older = newer.next;
                newer.next = oldest;
                oldest = newer;
                newer = older;
            }
        }
        Item item = oldest;
        oldest = item == null ? null : item.next;
        return item;
    }
}
