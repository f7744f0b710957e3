/** Tests of the counters. */
@NullMarked
package dev.weir.internal.traffic;

import org.jspecify.annotations.NullMarked;
