package dev.weir.internal.records;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks name servers in turn for one name, until what they reply settles it. A silent server is asked again, with
 * twice the patience; one that fails is not. Not thread-safe.
 */
final class RecordLookup {

    // Shorter than timeouts.connect by default, so that a dead first server costs a caller no failure.
    private static final long FIRST_PATIENCE_MILLIS = 500;
    private static final int ROUNDS = 3;

    private final List<InetSocketAddress> servers;
    private final NameReplies replies;
    private final Map<InetSocketAddress, String> failures = new LinkedHashMap<>();

    RecordLookup(List<InetSocketAddress> servers, NameReplies replies) {
        this.servers = servers;
        this.replies = replies;
    }

    /**
     * Asks.
     *
     * @return the server that replied last
     * @throws UnknownHostException if none of them tells whether the name has addresses
     */
    InetSocketAddress ask(String name) throws UnknownHostException {
        long patienceMillis = FIRST_PATIENCE_MILLIS;
        List<InetSocketAddress> silent = new ArrayList<>(servers);
        for (int round = 0; round < ROUNDS; round++) {
            for (InetSocketAddress server : List.copyOf(silent)) {
                ask(server, patienceMillis, silent);
                if (replies.isSettled() || replies.hasAddresses()) {
                    return server;
                }
            }
            patienceMillis *= 2;
        }
        silent.forEach(server -> failures.putIfAbsent(server, "it does not respond"));
        throw new UnknownHostException(name + ": no name server tells its address: " + failures);
    }

    private void ask(InetSocketAddress server, long patienceMillis, List<InetSocketAddress> silent) {
        try {
            new NameServer(server, replies, Patience.ofMillis(patienceMillis, System.nanoTime())).ask();
        } catch (IOException e) {
            silent.remove(server);
            failures.put(server, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }
}
