/** The one background task of all pools. */
@NullMarked
package dev.weir.internal.maintenance;

import org.jspecify.annotations.NullMarked;
