package dev.weir.internal.manager;

import dev.weir.internal.pool.PooledConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The places in the pool that one dial takes for sockets beyond its own. Not thread-safe. */
public final class ExtraPlaces {

    private final Supplier<@Nullable Runnable> source;
    private final Deque<Runnable> taken = new ArrayDeque<>();

    /**
     * Creates it without any.
     *
     * @param addresses the addresses of the pool
     * @param connection the connection being dialed
     */
    public ExtraPlaces(Addresses addresses, PooledConnection connection) {
        this.source = () -> addresses.place(connection);
    }

    /**
     * Takes the missing places.
     *
     * @param places how many are needed
     * @return whether there are as many
     */
    public boolean cover(int places) {
        while (taken.size() < places) {
            Runnable place = source.get();
            if (place == null) {
                return false;
            }
            taken.push(place);
        }
        return true;
    }

    /**
     * Gives back those that are not needed.
     *
     * @param places how many are needed
     */
    public void shrinkTo(int places) {
        while (taken.size() > Math.max(0, places)) {
            taken.remove().run();
        }
    }
}
