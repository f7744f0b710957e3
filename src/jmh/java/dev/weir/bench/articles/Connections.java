package dev.weir.bench.articles;

/**
 * The connections of a server.
 *
 * @param accepted how many there were
 * @param open how many there are
 */
record Connections(long accepted, long open) {}
