/** The sockets of blocking pools: how they read, and how long they wait for a byte. Independent of HTTP. */
@NullMarked
package dev.weir.internal.socket;

import org.jspecify.annotations.NullMarked;
