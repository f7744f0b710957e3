package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * Keys and trust of a route.
 *
 * @param bundle SSL bundle for connections to each matching origin
 */
record RouteSslProperties(@Nullable String bundle) {}
