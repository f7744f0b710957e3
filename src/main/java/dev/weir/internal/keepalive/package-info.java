/** How long an idle connection may be kept, by the server's hint and the pool's limits. Pure decisions. */
@NullMarked
package dev.weir.internal.keepalive;

import org.jspecify.annotations.NullMarked;
