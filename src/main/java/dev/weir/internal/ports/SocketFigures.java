package dev.weir.internal.ports;

/**
 * How many TCP sockets there are. Immutable.
 *
 * @param ports how many local ports connections may take: as many connections may one address have
 * @param timeWait sockets that wait after their end, on all addresses
 * @param open those that have not ended
 */
public record SocketFigures(int ports, long timeWait, long open) {

    // Before that no address can be short of ports.
    boolean mayBeShort() {
        return (timeWait + open) * 2 >= ports;
    }
}
