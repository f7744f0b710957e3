/** Tests of what the benchmarks write. */
@NullMarked
package dev.weir.bench;

import org.jspecify.annotations.NullMarked;
