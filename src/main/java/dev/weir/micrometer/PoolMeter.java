package dev.weir.micrometer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The meters of a pool: each declared here, once. Every one carries the tags of {@link #COMMON}, too. */
enum PoolMeter {
    OPEN_CONNECTIONS(
            "http.client.open_connections",
            Kind.GAUGE,
            "connections",
            "Open connections, by whether a caller uses them",
            "http.connection.state",
            "network.protocol.version"),
    CONNECTION_DURATION(
            "http.client.connection.duration", Kind.TIMER, "seconds", "Age of connections at close, by cause", "cause"),
    TIME_IN_QUEUE(
            "http.client.request.time_in_queue",
            Kind.TIMER,
            "seconds",
            "Time that callers waited for a connection, by how their lease ended",
            "outcome"),
    OPENED("weir.connections.opened", Kind.COUNTER, "connections", "Connections established"),
    USES(
            "weir.connections.uses",
            Kind.SUMMARY,
            "requests",
            "Requests that a connection had carried when it was closed"),
    CONNECT(
            "weir.connections.connect",
            Kind.TIMER,
            "seconds",
            "Time to connect to the addresses of a host, without name lookup and TLS handshake",
            "outcome"),
    TLS(
            "weir.connections.tls",
            Kind.TIMER,
            "seconds",
            "Time of TLS handshakes, by how they ended, and whether they resumed a session",
            "outcome",
            "handshake"),
    PENDING("weir.leases.pending", Kind.GAUGE, "callers", "Callers that wait for a connection"),
    IN_FLIGHT("weir.exchanges", Kind.GAUGE, "exchanges", "Exchanges under way"),
    IN_FLIGHT_LIMIT(
            "weir.exchanges.limit",
            Kind.GAUGE,
            "exchanges",
            "Most exchanges under way on a route; NaN without a limit",
            "scope"),
    DIALING("weir.leases.dialing", Kind.GAUGE, "connections", "Connections being established"),
    LIMIT(
            "weir.pool.limit",
            Kind.GAUGE,
            "connections",
            "Most connections, of a route or of all routes together",
            "scope"),
    SATURATION(
            "weir.pool.saturation",
            Kind.GAUGE,
            "share",
            "Connections in use, or exchanges under way, as a share of the limit of a route or of all routes together",
            "scope"),
    REQUESTS(
            "weir.requests",
            Kind.TIMER,
            "seconds",
            "Time of calls by phase, if asked for; `cancelled` ones were given up by their callers",
            "phase",
            "outcome"),
    LEAKS("weir.leaks", Kind.COUNTER, "connections", "Connections suspected to be leaked, or found to be"),
    RETRIES("weir.retries", Kind.COUNTER, "requests", "Retries, by whether they were made", "outcome"),
    DNS_LOOKUPS("weir.dns.lookups", Kind.TIMER, "seconds", "Time of name lookups, by how they ended", "outcome"),
    LEARNED_KEEP_ALIVE(
            "weir.keepalive.learned",
            Kind.GAUGE,
            "seconds",
            "Time that connections may idle, as learned from the server; NaN while nothing was learned");

    /** The tags of every meter. */
    static final List<String> COMMON = List.of("pool", "server.address", "server.port");

    /** What kind of meter it is. */
    enum Kind {
        COUNTER,
        GAUGE,
        SUMMARY,
        TIMER
    }

    final String meter;
    final Kind kind;
    final String unit;
    final String description;
    /** The tags of its own. */
    @SuppressWarnings("ImmutableEnumChecker") // List.of gives one that cannot change
    final List<String> tags;

    PoolMeter(String meter, Kind kind, String unit, String description, String... tags) {
        this.meter = meter;
        this.kind = kind;
        this.unit = unit;
        this.description = description;
        this.tags = List.of(tags);
    }

    /**
     * Returns the unit as the registry is told. It knows that of timers; a unit such as connections would only make names
     * longer, as in {@code weir_leaks_connections_total}.
     */
    @Nullable
    String baseUnit() {
        return kind == Kind.GAUGE && unit.equals("seconds") ? unit : null;
    }
}
