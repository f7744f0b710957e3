package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * How HTTP/1.1 is read.
 *
 * @param maxLineLength Most bytes of a line of a response's head
 * @param maxHeaders Most headers of a response
 */
record Http1Properties(
        @Nullable Integer maxLineLength, @Nullable Integer maxHeaders) {}
