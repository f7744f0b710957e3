/** A connection pool of segments: what one route does costs the others nothing. Knows neither HttpClient nor sockets. */
@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
