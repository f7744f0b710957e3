package dev.weir.testserver;

/**
 * A request whose head has arrived.
 *
 * @param connection where it came in
 * @param method the request method
 * @param target the request target as sent
 * @param headers the header fields
 * @param arrivedNanos when it came, as {@link System#nanoTime()}
 */
public record RequestRecord(
        ConnectionInfo connection, String method, String target, Headers headers, long arrivedNanos) {}
