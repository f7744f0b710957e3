/** The log of the library. */
@NullMarked
package dev.weir.internal.log;

import org.jspecify.annotations.NullMarked;
