/** Secured connections. */
@NullMarked
package dev.weir.tls;

import org.jspecify.annotations.NullMarked;
