/**
 * Names to addresses: a cache in front of any HttpClient resolver, with times for answers and failures, one lookup per
 * name at a time, and old answers while a resolver fails. And what follows from addresses: which to try last, and which
 * connections to close.
 */
@NullMarked
package dev.weir.internal.dns;

import org.jspecify.annotations.NullMarked;
