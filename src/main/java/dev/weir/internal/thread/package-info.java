/** Threads that pools share, and how they survive what happens on them. */
@NullMarked
package dev.weir.internal.thread;

import org.jspecify.annotations.NullMarked;
