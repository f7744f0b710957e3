/** Races between two threads, tried some million times each: what may come of them, and what must not. */
@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
