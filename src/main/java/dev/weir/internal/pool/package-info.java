/** The pool itself: what is leased, idle and pending per route, and when a connection must close. */
@NullMarked
package dev.weir.internal.pool;

import org.jspecify.annotations.NullMarked;
