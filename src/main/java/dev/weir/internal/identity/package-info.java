/** Which user a connection belongs to: connection-bound authentication, and the tokens that separate its users. */
@NullMarked
package dev.weir.internal.identity;

import org.jspecify.annotations.NullMarked;
