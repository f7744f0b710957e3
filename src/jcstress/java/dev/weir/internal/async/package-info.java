/** Races of asynchronous connections: between their thread and those of callers. */
@NullMarked
package dev.weir.internal.async;

import org.jspecify.annotations.NullMarked;
