package dev.weir.internal.ports;

import java.util.Optional;

/**
 * Local ports, and who takes most of them. Immutable.
 *
 * @param ports how many there are for connections to one address
 * @param most the address that takes most
 */
public record LocalPorts(int ports, PeerSockets most) {

    /**
     * Returns how many sockets there are. Cheap.
     *
     * @return the figures; empty where the system does not tell
     */
    public static Optional<SocketFigures> figures() {
        return ProcFiles.OF_THE_SYSTEM.figures();
    }

    /**
     * Looks who takes local ports. If so few sockets exist that no thread can be short of them, it looks no further.
     *
     * @return the address that takes most; empty if that need not be known, or the system does not tell
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
