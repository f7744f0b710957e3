package dev.weir.bench;

/**
 * A client that takes its turns beside others.
 *
 * @param name what reports call it
 * @param sender the client
 * @param end closes it
 */
record Peer(String name, Sender sender, AutoCloseable end) {}
