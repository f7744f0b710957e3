/** Pools under test, their callers, and what must hold after each call. */
@NullMarked
package dev.weir.testpool;

import org.jspecify.annotations.NullMarked;
