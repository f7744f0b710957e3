/**
 * The tables of articles on connection pools, with servers and loads of our own: what reuse, limits and HTTP/2 do to
 * requests, connections, latency and processor time.
 */
@NullMarked
package dev.weir.bench.articles;

import org.jspecify.annotations.NullMarked;
