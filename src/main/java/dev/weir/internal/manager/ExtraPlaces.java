package dev.weir.internal.manager;

import dev.weir.internal.pool.PooledConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The places in the pool that the sockets of one dial take beside its own. Not thread-safe. */
public final class ExtraPlaces {

    private final Supplier<@Nullable Runnable> source;
    private final Deque<Runnable> taken = new ArrayDeque<>();

    /**
     * Creates it without any.
     *
     * @param addresses what the pool connects to
     * @param connection what is dialed
     */
    public ExtraPlaces(Addresses addresses, PooledConnection connection) {
        this.source = () -> addresses.place(connection);
    }

    /**
     * Takes as many places as are missing.
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
     * Gives back those that are too many.
     *
     * @param places how many are needed
     */
    public void shrinkTo(int places) {
        while (taken.size() > Math.max(0, places)) {
            taken.pop().run();
        }
    }
}
