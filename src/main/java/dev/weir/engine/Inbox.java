package dev.weir.engine;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Entries that were given back while the gate of their segment was closed. The thread that leaves the gate takes them in, so
 * a release never waits. The segment still counts an entry in here as in use. Thread-safe, without a lock.
 */
@SuppressWarnings("serial") // is itself the reference to the newest, because each route has one; never serialized
final class Inbox<T, C extends ModalCloseable> extends AtomicReference<Inbox.@Nullable Item<T, C>> {

    static final class Item<T, C extends ModalCloseable> {

        final Entry<T, C> entry;

        // Written before others see the item. Each item is used once, so that none can be mistaken for another.
        @Nullable
        Item<T, C> next;

        Item(Entry<T, C> entry) {
            this.entry = entry;
        }
    }

    boolean isEmpty() {
        return get() == null;
    }

    /** Adds an entry, unless its caller cannot leave it to the next as it is. */
    boolean offer(Entry<T, C> entry) {
        if (!entry.isPlain()) {
            return false;
        }
        add(entry);
        return true;
    }

    private void add(Entry<T, C> entry) {
        Item<T, C> item = new Item<>(entry);
        do {
            item.next = get();
        } while (!compareAndSet(item.next, item));
    }

    /** Removes the newest; null if there is none. */
    @Nullable
    Entry<T, C> take() {
        Item<T, C> item = get();
        while (item != null && !compareAndSet(item, item.next)) {
            item = get();
        }
        return item == null ? null : item.entry;
    }
}
