/**
 * The connection manager for callers that do not block, and HTTP/2.
 *
 * <p>The protocol itself is HttpCore's. What stands here replaces parts of HttpClient that do not fit a pool: its endpoint,
 * whose failure closes a connection under all that share it (HTTPCLIENT-2379); its sharing of connections, which knows
 * nothing of the limit of streams (pull request 666 of HttpCore); and its treatment of GOAWAY, which leaves the requests
 * waiting that the server will not answer. What is needed of the protocol is seen by a listener for frames.
 */
@NullMarked
package dev.weir.internal.async;

import org.jspecify.annotations.NullMarked;
