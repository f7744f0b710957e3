package dev.weir.bench;

import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Clients that take turns, and what each of them costs. The first is the one that the others are compared with. Not
 * thread-safe.
 */
final class Contest {

    private final Load load;
    private final List<Peer> peers;
    // How many connections each has opened since it was made, warm-up included.
    private final long[] opened;

    Contest(Load load, List<Peer> peers) {
        this.load = load;
        this.peers = List.copyOf(peers);
        this.opened = new long[peers.size()];
    }

    /** Gives each client its turns, and JMH what they cost. */
    void run(long nanos, int rounds) throws InterruptedException, ExecutionException {
        List<Cost> costs =
                load.inTurns(nanos, rounds, peers.stream().map(Peer::sender).toList());
        for (int i = 0; i < costs.size(); i++) {
            opened[i] += costs.get(i).connections();
            note(i == 0 ? Turns.FIRST + peers.get(i).name() : peers.get(i).name(), costs.get(i), opened[i]);
        }
    }

    private static void note(String name, Cost cost, long connections) {
        Figures.note(name + ContestTable.CPU, cost.cpuNanos());
        Figures.note(name + ContestTable.BYTES, cost.jvmAllocatedBytes());
        Figures.note(name + ContestTable.WALL, cost.wallNanos());
        Figures.note(name + ContestTable.MEDIAN, cost.medianNanos());
        Figures.note(name + ContestTable.P99, cost.p99Nanos());
        Figures.note(name + ContestTable.CONNECTIONS, (double) connections);
    }

    void close() throws Exception {
        load.close();
        for (Peer peer : peers) {
            peer.end().close();
        }
    }
}
