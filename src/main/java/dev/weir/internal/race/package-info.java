/** In which order and how far apart the addresses of a host are tried, and which of them won (RFC 8305). */
@NullMarked
package dev.weir.internal.race;

import org.jspecify.annotations.NullMarked;
