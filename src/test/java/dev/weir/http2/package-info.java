/** HTTP/2, for asynchronous and blocking callers. */
@NullMarked
package dev.weir.http2;

import org.jspecify.annotations.NullMarked;
