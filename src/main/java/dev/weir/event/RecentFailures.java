package dev.weir.event;

import java.time.Duration;

/**
 * The recent failures of one kind on a route. Immutable.
 *
 * @param count how many there were
 * @param sinceLast time since the last one
 */
public record RecentFailures(long count, Duration sinceLast) {}
