/**
 * Names to addresses: a cache in front of any HttpClient resolver, with times for answers and failures, one lookup per
 * name at a time, and old answers while a resolver fails. And which addresses to try last.
 */
@NullMarked
package dev.weir.internal.dns;

import org.jspecify.annotations.NullMarked;
