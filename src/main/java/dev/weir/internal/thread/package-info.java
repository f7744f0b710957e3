/** Threads that pools share. */
@NullMarked
package dev.weir.internal.thread;

import org.jspecify.annotations.NullMarked;
