package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * How connections are opened.
 *
 * @param maxConcurrent Most connections that are being opened at once per route
 */
record DialingProperties(@Nullable Integer maxConcurrent) {}
