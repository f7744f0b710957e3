/** Threads that pools share, which survive failures of the work on them. */
@NullMarked
package dev.weir.internal.thread;

import org.jspecify.annotations.NullMarked;
