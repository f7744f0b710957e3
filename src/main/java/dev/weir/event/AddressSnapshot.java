package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * One address of a route, with the open connections to it, at the moment of the snapshot. Immutable.
 *
 * @param address the address that they lead to (that of the proxy, where there is one)
 * @param leased connections held by callers
 * @param idle connections waiting for their next use
 * @param ejectedFor for how long it takes no requests because it is ejected; zero if one request is to try it; empty if it is
 *     not ejected
 */
public record AddressSnapshot(SocketAddress address, int leased, int idle, Optional<Duration> ejectedFor) {}
