package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Times of the JVM's own cache of DNS answers.
 *
 * @param ttl How long the JVM remembers an address
 * @param negativeTtl How long the JVM remembers that a lookup failed
 */
record JvmDnsProperties(@Nullable Duration ttl, @Nullable Duration negativeTtl) {}
