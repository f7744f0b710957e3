/** The log of the library, and how texts name addresses. */
@NullMarked
package dev.weir.internal.log;

import org.jspecify.annotations.NullMarked;
