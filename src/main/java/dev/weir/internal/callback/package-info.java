/**
 * How the code of callers is called back, and what it may throw: never within another callback, nor on a thread with
 * other work.
 */
@NullMarked
package dev.weir.internal.callback;

import org.jspecify.annotations.NullMarked;
