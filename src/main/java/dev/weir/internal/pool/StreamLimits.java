package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import org.apache.hc.client5.http.HttpRoute;

/**
 * How many exchanges each shared connection carries at once, and how many connections its route may then have: from the
 * limits of servers, the configuration and what was learned. Passes both to the store. Thread-safe.
 */
final class StreamLimits {

    private final ConnectionPool pool;

    // Replaced as a whole when the configuration changes.
    private volatile StreamSettings settings;

    StreamLimits(ConnectionPool pool, StreamSettings settings) {
        this.pool = pool;
        this.settings = settings;
        pool.routes().limitBy(this::limitOf);
    }

    // There is no further connection to a server that allows nothing on the last one.
    private int limitOf(RouteState route) {
        int most = route.policy().maxConnections;
        if (!route.streams().isShut()) {
            return most;
        }
        long leaving = route.connections().stream()
                .filter(connection -> connection.doom() != null)
                .count();
        // Never below the present number: connections would be closed and dialed in turns.
        return Math.min(most, Math.max((int) leaving + 1 + open(route), route.allocated()));
    }

    // Connections that admit a caller say nothing about the next.
    private static int open(RouteState route) {
        return (int) route.connections().stream()
                .filter(connection -> connection.doom() == null)
                .filter(connection -> SharedTransport.of(connection).seats() > 0)
                .count();
    }

    StreamSettings settings() {
        return settings;
    }

    /** Changes the settings, also for existing connections. */
    void settings(StreamSettings next) {
        settings = next;
        for (RouteState route : pool.routes().all()) {
            pool.routes().limit(route);
            route.connections()
                    .forEach(connection -> SharedTransport.of(connection).settingsChanged());
        }
    }

    /** Returns how many callers may wait for the dial of one connection. */
    int expected(RouteState route) {
        return route.streams().expected(route.route(), settings.over(route.policy.protocol), route.policy.maxRequests);
    }

    /** Computes for how many exchanges a new connection has room. */
    void established(RouteState route, SharedTransport transport, int streams) {
        learned(route, transport.isMultiplexed() ? (streams == 0 ? 0 : Math.max(2, streams)) : 1);
        transport.books().opened(pool.nowNanos());
        observed(transport, transport.fit(ignored -> room(route, streams)));
    }

    /** Computes again for how many exchanges a connection has room. Those under way go on. */
    void fit(SharedTransport transport) {
        Entry<HttpRoute, PooledConnection> entry = transport.entry();
        RouteState route = transport.books().route();
        int room = transport.fit(streams -> room(route, streams));
        observed(transport, room);
        if (room > 0 && route.streams().isShut()) {
            learned(route, Math.max(2, transport.streams()));
        }
        if (entry != null) {
            agree(entry, transport);
        }
    }

    /** Tells the store for how many there is room. A thread that made a change meanwhile tells it again. */
    void agree(Entry<HttpRoute, PooledConnection> entry, SharedTransport transport) {
        int seats;
        do {
            seats = transport.seats();
            entry.resize(seats);
        } while (transport.seats() != seats);
    }

    /** Sets the current limit of a route, if it may differ from the configured one. */
    void limit(RouteState route) {
        if (route.streams().isShut()) {
            pool.routes().limit(route);
        }
    }

    private void learned(RouteState route, int streams) {
        boolean wasShut = route.streams().isShut();
        route.streams().learned(streams);
        if (wasShut && streams > 0) {
            pool.routes().limit(route);
        }
    }

    // A connection of one user says nothing about the others.
    private static void observed(SharedTransport transport, int room) {
        PooledConnection books = transport.books();
        if (room > 0 && !books.isPrivate()) {
            books.route().streams().carries(room);
        }
    }

    private int room(RouteState route, int streams) {
        return (int) Math.min(Math.min(streams, settings.maxStreams()), route.policy.maxRequests);
    }
}
