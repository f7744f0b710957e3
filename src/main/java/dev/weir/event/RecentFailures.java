package dev.weir.event;

import java.time.Duration;

/**
 * The failures of one kind on a route lately. Immutable.
 *
 * @param count how many there were
 * @param sinceLast time since the last one
 */
public record RecentFailures(long count, Duration sinceLast) {}
