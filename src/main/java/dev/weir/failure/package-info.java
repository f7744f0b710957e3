/** The exceptions that callers of a pool meet. */
@NullMarked
package dev.weir.failure;

import org.jspecify.annotations.NullMarked;
