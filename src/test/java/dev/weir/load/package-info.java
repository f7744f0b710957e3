/** Callers that load a server in a closed or an open loop, and the times that they count: the driver of the benchmarks. */
@NullMarked
package dev.weir.load;

import org.jspecify.annotations.NullMarked;
