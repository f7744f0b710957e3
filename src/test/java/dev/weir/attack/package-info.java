/**
 * Hostile servers, proxies and callers, played against each kind of client; {@code docs/attacks.md} shows what came of them.
 */
@NullMarked
package dev.weir.attack;

import org.jspecify.annotations.NullMarked;
