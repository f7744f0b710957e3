/** What HTTP/1.1 demands of a response before its connection may carry another request (RFC 9112). Knows no pool. */
@NullMarked
package dev.weir.internal.http1;

import org.jspecify.annotations.NullMarked;
