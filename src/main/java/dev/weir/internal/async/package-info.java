/**
 * The connection manager for callers that do not block, and HTTP/2.
 *
 * <p>HttpCore implements the protocol itself. This package replaces parts of HttpClient that do not fit a pool: its
 * endpoint, whose failure closes a connection for all callers that share it (HTTPCLIENT-2379); its sharing of connections,
 * which ignores the limit of streams (pull request 666 of HttpCore); and its handling of GOAWAY, which leaves requests
 * waiting that the server will not answer. A listener for frames reads the rest from the protocol.
 */
@NullMarked
package dev.weir.internal.async;

import org.jspecify.annotations.NullMarked;
