package dev.weir.internal.dns;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lookup under way, and who waits for it to land. Thread-safe. */
final class Flight {

    private final Set<LookupWait> waits = ConcurrentHashMap.newKeySet();
    private final Set<Consumer<Resolution>> hearers = ConcurrentHashMap.newKeySet();

    // Written once by the thread that asks the resolver, before it ends the waits.
    private volatile @Nullable Resolution resolution;

    /** Ends the wait of all. */
    void land(Resolution end) {
        resolution = end;
        waits.forEach(LookupWait::end);
        hearers.forEach(hearer -> tell(hearer, end));
    }

    /** Tells somebody of the end, once: on this thread if it has landed, else on that of the resolver. */
    void then(Consumer<Resolution> hearer) {
        hearers.add(hearer);
        Resolution landed = resolution;
        if (landed != null) {
            tell(hearer, landed);
        }
    }

    private void tell(Consumer<Resolution> hearer, Resolution end) {
        if (hearers.remove(hearer)) {
            hearer.accept(end);
        }
    }

    /** Waits for the end, or returns null if the wait was ended before. */
    @Nullable
    Resolution await(LookupWait wait) throws InterruptedException {
        waits.add(wait);
        try {
            if (resolution == null) {
                wait.await();
            }
            return resolution;
        } finally {
            waits.remove(wait);
        }
    }
}
