/** What HTTP/1.1 requires of a response before its connection may carry another request (RFC 9112). Independent of pools. */
@NullMarked
package dev.weir.internal.http1;

import org.jspecify.annotations.NullMarked;
