/**
 * Counts the activity of a route cheaply: times in buckets, figures of the last minutes. Depends only on the JDK and the
 * events.
 */
@NullMarked
package dev.weir.internal.traffic;

import org.jspecify.annotations.NullMarked;
