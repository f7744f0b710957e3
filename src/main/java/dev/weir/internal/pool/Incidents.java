package dev.weir.internal.pool;

/**
 * What failed, or was too slow, on a route, by kind. Most routes never need it, and few need all of it. Thread-safe.
 */
final class Incidents {

    final Lazy<LeakMemory> leaks = new Lazy<>();
    final Lazy<ExhaustionLog> exhaustionLog = new Lazy<>();
    final Lazy<UnsolicitedBytes> unsolicited = new Lazy<>();
    final Lazy<RouteRetries> retries = new Lazy<>();
    final Lazy<RouteHedges> hedges = new Lazy<>();
    final Lazy<Backoff> backoff = new Lazy<>();
}
