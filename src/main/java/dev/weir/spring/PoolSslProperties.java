package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * Keys and trust of a pool.
 *
 * @param bundle SSL bundle of clients that have none of their own
 */
record PoolSslProperties(@Nullable String bundle) {}
