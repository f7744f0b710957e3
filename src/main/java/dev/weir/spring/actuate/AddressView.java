package dev.weir.spring.actuate;

import dev.weir.event.AddressSnapshot;
import dev.weir.internal.log.AddressText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One address of a route as the endpoint shows it, with the open connections to it.
 *
 * @param address where they lead
 * @param leased those held by callers
 * @param idle those waiting for their next use
 * @param ejectedMillis how long it takes no requests because it is ejected, zero if one is to try it; left out if it is not
 */
record AddressView(
        String address, int leased, int idle, @Nullable Long ejectedMillis) {

    static AddressView of(AddressSnapshot address) {
        return new AddressView(
                AddressText.of(address.address()),
                address.leased(),
                address.idle(),
                address.ejectedFor().map(Duration::toMillis).orElse(null));
    }
}
