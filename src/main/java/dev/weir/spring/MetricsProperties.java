package dev.weir.spring;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Meters of the pools.
 *
 * @param enabled Whether the pools have meters, and traces show how a request got its connection
 * @param histograms Whether the timers have histograms
 * @param requests Whether each call is timed, by phase
 */
record MetricsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean histograms,
        @DefaultValue("false") boolean requests) {}
