package dev.weir.internal.ports;

import java.util.Optional;

/**
 * Local ports, and their largest user. Immutable.
 *
 * @param ports how many there are for connections to one address
 * @param most the address that takes most
 */
public record LocalPorts(int ports, PeerSockets most) {

    /**
     * Returns how many sockets there are. Cheap.
     *
     * @return the figures; empty if the system does not provide them
     */
    public static Optional<SocketFigures> figures() {
        return ProcFiles.OF_THE_SYSTEM.figures();
    }

    /**
     * Finds the largest user of local ports. If there are too few sockets for ports to run out, it looks no further.
     *
     * @return the address that takes most; empty if there is no need to know, or the system does not provide it
     */
    public static Optional<LocalPorts> look() {
        return look(ProcFiles.OF_THE_SYSTEM);
    }

    static Optional<LocalPorts> look(ProcFiles files) {
        return files.figures()
                .filter(SocketFigures::mayBeShort)
                .flatMap(figures -> files.mostTaken().map(most -> new LocalPorts(figures.ports(), most)));
    }
}
