/** The exceptions that callers of a pool get. */
@NullMarked
package dev.weir.failure;

import org.jspecify.annotations.NullMarked;
