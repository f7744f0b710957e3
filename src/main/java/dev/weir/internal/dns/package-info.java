/**
 * Names to addresses: a cache in front of any HttpClient resolver, with times for answers and failures, one lookup per
 * name at a time, and old answers while a resolver fails. And which addresses to try last, and which connections to close because their address is gone.
 */
@NullMarked
package dev.weir.internal.dns;

import org.jspecify.annotations.NullMarked;
