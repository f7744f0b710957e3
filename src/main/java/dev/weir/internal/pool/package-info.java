/** The pool itself: what is leased, idle and pending per route, and when a connection must go. */
@NullMarked
package dev.weir.internal.pool;

import org.jspecify.annotations.NullMarked;
