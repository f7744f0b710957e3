package dev.weir.internal.pool;

import java.util.Objects;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.util.Identifiable;
import org.jspecify.annotations.Nullable;

/** What a connection that several callers use at once runs on. Thread-safe. */
public abstract class SharedTransport implements HttpConnection, Identifiable {

    // Written once, before the dial begins.
    private volatile @Nullable SharedConnection books;

    /** Creates a connection that is not dialed yet. */
    protected SharedTransport() {}

    /** Returns what a connection of an asynchronous pool runs on. */
    static SharedTransport of(PooledConnection connection) {
        return ((SharedConnection) connection).transport;
    }

    /**
     * Returns whether it carries several exchanges at once.
     *
     * @return whether it speaks HTTP/2
     */
    public abstract boolean isMultiplexed();

    /**
     * Returns how many exchanges it can carry now, ignoring the configuration. Called under a lock.
     *
     * @return what the server allows, less the streams that go on without a caller
     */
    protected abstract int streams();

    /** Notes that the configured limit of exchanges per connection has changed. */
    protected abstract void settingsChanged();

    void enteredIn(SharedConnection ofBooks) {
        books = ofBooks;
    }

    /**
     * Returns the pool's view of this connection.
     *
     * @return its entry in the books
     */
    public PooledConnection books() {
        return shared();
    }

    SharedConnection shared() {
        return Objects.requireNonNull(books);
    }

    /**
     * Returns the observer of its exchanges.
     *
     * @return learns from them
     */
    public Lessons lessons() {
        return shared().lessons;
    }
}
