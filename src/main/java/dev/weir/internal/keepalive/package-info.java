/** How long an idle connection may be kept: what the server hinted, what the pool allows. Pure decisions. */
@NullMarked
package dev.weir.internal.keepalive;

import org.jspecify.annotations.NullMarked;
