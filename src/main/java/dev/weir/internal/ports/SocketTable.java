package dev.weir.internal.ports;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Counts sockets by peer, from lines such as {@code 0: 0100007F:8AE0 0700000A:20FB 06 …}. For one thread. */
final class SocketTable {

    private static final int PEER = 2;
    private static final int STATE = 3;
    private static final String TIME_WAIT = "06";
    private static final String LISTENS = "0A";
    private static final int WORD = 4;
    private static final String MAPPED = "0000000000000000FFFF0000";

    private final Map<String, long[]> sockets = new HashMap<>();

    void add(String line) {
        String[] words = line.trim().split("\\s+", STATE + 2);
        if (words.length > STATE && !words[STATE].equals(LISTENS)) {
            long[] counts = sockets.computeIfAbsent(withoutMapping(words[PEER]), any -> new long[2]);
            counts[0]++;
            counts[1] += words[STATE].equals(TIME_WAIT) ? 1 : 0;
        }
    }

    // A socket for both families shows an IPv4 address as an IPv6 address.
    private static String withoutMapping(String peer) {
        return peer.startsWith(MAPPED) ? peer.substring(MAPPED.length()) : peer;
    }

    Optional<PeerSockets> most() {
        return sockets.entrySet().stream()
                .max(Comparator.comparingLong(entry -> entry.getValue()[0]))
                .flatMap(entry -> address(entry.getKey())
                        .map(peer -> new PeerSockets(peer, entry.getValue()[0], entry.getValue()[1])));
    }

    /** Reads an address whose words are in the byte order of the machine, as on x86 and ARM. */
    static Optional<InetSocketAddress> address(String text) {
        try {
            int colon = text.indexOf(':');
            byte[] swapped = HexFormat.of().parseHex(text, 0, colon);
            byte[] bytes = new byte[swapped.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = swapped[i - i % WORD + WORD - 1 - i % WORD];
            }
            return Optional.of(new InetSocketAddress(
                    InetAddress.getByAddress(bytes), HexFormat.fromHexDigits(text, colon + 1, text.length())));
        } catch (UnknownHostException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
