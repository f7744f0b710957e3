/** Pools as a whole: how they begin, change, drain and end. */
@NullMarked
package dev.weir.pool;

import org.jspecify.annotations.NullMarked;
