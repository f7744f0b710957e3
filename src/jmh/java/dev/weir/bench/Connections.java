package dev.weir.bench;

/**
 * The connections of a server.
 *
 * @param accepted how many there were
 * @param open how many there are
 */
public record Connections(long accepted, long open) {}
