/** Which user a connection belongs to: connection-bound authentication, and the tokens that keep its users apart. */
@NullMarked
package dev.weir.internal.identity;

import org.jspecify.annotations.NullMarked;
