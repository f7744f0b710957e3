/** Races of what a pool knows of its connections. */
@NullMarked
package dev.weir.internal.pool;

import org.jspecify.annotations.NullMarked;
