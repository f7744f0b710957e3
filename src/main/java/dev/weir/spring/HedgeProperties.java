package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * When a request is sent a second time because the first response takes long.
 *
 * @param after Quantile of the response times of its route that a request must exceed, such as 0.95
 * @param max Share of the requests that is sent a second time, at most. With 0 there are none
 */
record HedgeProperties(@Nullable Double after, @Nullable Double max) {}
