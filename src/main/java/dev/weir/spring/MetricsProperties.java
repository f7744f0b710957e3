package dev.weir.spring;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Meters of the pools.
 *
 * @param enabled Whether the pools have meters, and traces show how a request got its connection
 * @param histograms Whether the timers have histograms
 */
record MetricsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean histograms) {}
