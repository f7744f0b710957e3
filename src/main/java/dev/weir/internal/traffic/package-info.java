/**
 * Counts what happens on a route, cheaply: times in buckets, figures of the last minutes. Knows nothing but the JDK and the
 * events.
 */
@NullMarked
package dev.weir.internal.traffic;

import org.jspecify.annotations.NullMarked;
