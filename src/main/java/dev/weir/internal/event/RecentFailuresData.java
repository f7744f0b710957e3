package dev.weir.internal.event;

import dev.weir.event.RecentFailures;
import java.time.Duration;

/** See {@link RecentFailures}. */
public record RecentFailuresData(long count, Duration sinceLast) implements RecentFailures {}
