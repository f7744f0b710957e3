package dev.weir.event;

import java.time.Duration;

/**
 * The recent failures of one kind on a route. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface RecentFailures {

    /** {@return how many there were} */
    long count();

    /** {@return time since the last one} */
    Duration sinceLast();
}
