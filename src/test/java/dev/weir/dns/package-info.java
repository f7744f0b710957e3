/** Names, their addresses, and what happens when they change. */
@NullMarked
package dev.weir.dns;

import org.jspecify.annotations.NullMarked;
