package dev.weir.config;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Knows the servers behind names, with their ports and weights: a service registry, a file, a DNS with SRV records. For
 * users to implement.
 *
 * <p>A pool asks it as it asks a DNS: below its cache, again after three quarters of {@code dns.ttl}, or of the time that
 * its {@linkplain Address#ttl(java.time.Duration) addresses count}, while it has connections to the name, one lookup per
 * name at a time, on a thread of its own. An exception, and a list that is empty or has an address twice, is a failed
 * lookup: the old addresses serve for {@code dns.serveStale}, and callers without any get an {@link
 * java.net.UnknownHostException} that tells the reason. A lookup that hangs delays a caller that could use the old
 * addresses for a quarter of {@code timeouts.connect} at most.
 *
 * <p>Each list is complete: an address that is missing from it no longer exists. Connections are spread over the addresses
 * that have the family and scope (loopback, link-local, private, public) of the first one.
 *
 * <p>Implementations must be thread-safe. Several pools may share one.
 */
@FunctionalInterface
public interface Addresses {

    /**
     * Returns all servers behind a name; may block.
     *
     * @param host the host of a request, or of its proxy; never an IP address
     * @param port the port of the request, or of the proxy
     * @return at least one address, each once; the pool copies the list
     * @throws IOException if they cannot be determined
     */
    List<Address> lookup(String host, int port) throws IOException;

    /**
     * Returns whether this object knows the addresses of a name. The pool asks its DNS resolver for all other names. Called
     * before each {@link #lookup}, on the same thread.
     *
     * @param host the host of a request or of a proxy
     * @return whether it does; by default true for all names
     */
    default boolean knows(String host) {
        return true;
    }

    /**
     * Begins to notify a pool of names whose addresses change. Called once when a pool is built, and should return soon; an
     * exception makes the build fail.
     *
     * <p>For each such name that it has looked up before, the pool calls {@link #lookup} again, and begins to move its
     * connections within a second after it has the addresses. Without a {@code dns.ttl} notifications have no effect.
     *
     * @param changed call it with the host whose addresses have changed, on any thread; it returns at once, and has no
     *     effect after the pool was closed
     * @return ends the notifications; called once, on any thread, when the pool is closed. By default there are no
     *     notifications
     */
    default AutoCloseable watch(Consumer<String> changed) {
        return () -> {};
    }
}
