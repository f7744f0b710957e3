package dev.weir.internal.event;

import dev.weir.event.AddressRestored;
import java.net.SocketAddress;

/** See {@link AddressRestored}. */
public record AddressRestoredData(String pool, String route, SocketAddress address) implements AddressRestored {}
