package dev.weir.internal.ports;

import java.net.InetSocketAddress;

/**
 * The sockets of this machine that lead to one address, each of which takes a local port. Immutable.
 *
 * @param peer the address
 * @param all how many there are
 * @param timeWait those in TIME_WAIT
 */
public record PeerSockets(InetSocketAddress peer, long all, long timeWait) {}
