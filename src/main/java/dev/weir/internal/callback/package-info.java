/**
 * Runs the callbacks of callers, never within another callback nor on a thread with other work, and handles what they throw.
 */
@NullMarked
package dev.weir.internal.callback;

import org.jspecify.annotations.NullMarked;
