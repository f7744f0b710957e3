package dev.weir.internal.ports;

/**
 * How many TCP sockets there are. Immutable.
 *
 * @param ports how many local ports there are, which is the most connections to one address
 * @param timeWait sockets in TIME_WAIT, on all addresses
 * @param open those that have not ended
 */
public record SocketFigures(int ports, long timeWait, long open) {

    // Below this, no address can run out of ports.
    boolean mayBeShort() {
        return (timeWait + open) * 2 >= ports;
    }
}
