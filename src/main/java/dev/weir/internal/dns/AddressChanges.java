package dev.weir.internal.dns;

import dev.weir.config.Addresses;
import dev.weir.internal.log.Log;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports to a pool the names whose addresses have changed, until the pool is closed. Thread-safe. */
public final class AddressChanges implements Consumer<String> {

    private static final Log LOG = Log.of("pool");

    private final String pool;
    // Null after the end, so that a source that still reports changes does not keep the pool in memory.
    private volatile @Nullable CachingDnsResolver names;

    private AddressChanges(String pool, CachingDnsResolver names) {
        this.pool = pool;
        this.names = names;
    }

    /**
     * Lets a pool hear of changes.
     *
     * @param addresses the source of the changes
     * @param names the cache that asks again
     * @param pool the name of the pool
     * @return ends it
     * @throws IllegalStateException if that fails
     */
    public static Runnable watch(Addresses addresses, CachingDnsResolver names, String pool) {
        AddressChanges changes = new AddressChanges(pool, names);
        try {
            AutoCloseable watching = Objects.requireNonNull(addresses.watch(changes), "watch returned null");
            return () -> changes.end(watching);
        } catch (RuntimeException e) {
            changes.names = null;
            throw new IllegalStateException(
                    "Pool '" + pool + "' cannot be built: the watch of what gives its addresses ("
                            + addresses.getClass().getName() + ") failed: " + e,
                    e);
        } catch (Error e) {
            changes.names = null;
            throw e;
        }
    }

    @Override
    public void accept(String host) {
        Objects.requireNonNull(host, "host");
        CachingDnsResolver present = names;
        if (present != null) {
            present.changed(host);
        }
    }

    // Not on the thread that closes the pool, because it may hang.
    private void end(AutoCloseable watching) {
        names = null;
        LookupThreads.shared().executeAnyway(() -> close(watching));
    }

    private void close(AutoCloseable watching) {
        try {
            watching.close();
        } catch (Exception e) { // the pool is closed, and can do nothing about it
            LOG.warn("Pool '{}' was closed, but what gives its addresses failed to end its watch: {}", pool, e);
        }
    }
}
