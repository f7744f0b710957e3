package dev.weir.spring.actuate;

import dev.weir.event.AddressSnapshot;

/**
 * The open connections of a route to one address as the endpoint shows them.
 *
 * @param address where they lead
 * @param leased those held by callers
 * @param idle those waiting for their next use
 */
record AddressView(String address, int leased, int idle) {

    static AddressView of(AddressSnapshot connections) {
        return new AddressView(Literal.of(connections.address()), connections.leased(), connections.idle());
    }
}
