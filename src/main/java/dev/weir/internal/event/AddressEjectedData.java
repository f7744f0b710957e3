package dev.weir.internal.event;

import dev.weir.event.AddressEjected;
import dev.weir.event.EjectionReason;
import java.net.SocketAddress;
import java.time.Duration;

/** See {@link AddressEjected}. */
public record AddressEjectedData(
        String pool, String route, SocketAddress address, EjectionReason reason, int failures, Duration time)
        implements AddressEjected {}
