/**
 * Decides which addresses of a host take no requests for a while because they fail while others work. Independent of HTTP.
 */
@NullMarked
package dev.weir.internal.ejection;

import org.jspecify.annotations.NullMarked;
