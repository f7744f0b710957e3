package dev.weir.bench;

/**
 * A client that takes its turns beside others.
 *
 * @param name what reports call it; JMH breaks its lines at commas and colons, in names as well, so that it has none
 * @param sender the client
 * @param end closes it
 */
record Peer(String name, Sender sender, AutoCloseable end) {}
