/**
 * Hostile servers, proxies and callers, played against each kind of client.
 */
@NullMarked
package dev.weir.attack;

import org.jspecify.annotations.NullMarked;
