/** Requests and responses through the clients of a pool. */
@NullMarked
package dev.weir.exchange;

import org.jspecify.annotations.NullMarked;
