package dev.weir.servers;

import dev.weir.event.PoolSnapshot;
import dev.weir.faults.Sockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A server under a soak, the way to it, and a pool of each kind that sends to it. The thread of the soak alone disturbs it.
 */
final class SoakServer implements AutoCloseable {

    private static final double CUTS = 0.02;

    private final ServerKind kind;
    private final Running running;
    private final Relay relay;
    private final Outage outage = new Outage();
    private final List<SoakPool> pools = new ArrayList<>();
    private final List<ClientKind> clients = List.of(ClientKind.values());

    private SoakServer(ServerKind kind, Running running, Relay relay) {
        this.kind = kind;
        this.running = running;
        this.relay = relay;
        clients.forEach(client -> pools.add(SoakPool.open(client, relay.target())));
    }

    static SoakServer start(ServerKind kind, Path directory) {
        Site site = Site.in(directory.resolve(kind.name()), Site.USUAL_IDLE);
        return new SoakServer(kind, kind.start(site), Relay.to(site.port()));
    }

    @SuppressWarnings("EnumOrdinal") // any different number for each
    void startCallers(SoakCallers callers, SoakPlan plan) {
        for (int i = 0; i < pools.size(); i++) {
            for (int n = 0; n < 2; n++) {
                Random random = plan.random(kind.ordinal() * 100 + i * 10 + n);
                callers.start(this, pools.get(i), kind.isFullDuplex(clients.get(i)), random);
            }
        }
    }

    Request request(Kind request) {
        return request.request(relay.target().base());
    }

    int phase() {
        return outage.phase();
    }

    /** Tells whether it was up for all of the time since a phase. */
    boolean wasUpSince(int phase) {
        return outage.wasNoneSince(phase);
    }

    Answer expected(Kind request) {
        return seen(request.expected());
    }

    Answer seen(Answer answer) {
        return kind.dropsTrailers() ? answer.withoutTrailer() : answer;
    }

    /** Disturbs it, or the way to it, or the pools; returns the kind of fault. */
    String disturb(Random random) {
        relay.cut(0);
        SoakPool pool = pools.get(random.nextInt(pools.size()));
        int choice = random.nextInt(10);
        if (choice == 8) {
            pool.evictIdle();
            return "idle connections evicted";
        }
        if (choice == 9) {
            pool.reconfigure(1 + random.nextInt(12));
            return "another limit";
        }
        Disturbance disturbance = disturbance(random, choice);
        if (disturbance == Disturbance.CUTS) {
            relay.cut(CUTS);
            return "2 % of packets cut their connection";
        }
        disturbance.play(new Restarts.Scene(running, relay, outage));
        return disturbance.title();
    }

    private Disturbance disturbance(Random random, int choice) {
        List<Disturbance> all = Arrays.stream(Disturbance.values())
                .filter(each -> each != Disturbance.SHORT_IDLE && each.concerns(kind))
                .toList();
        return choice < all.size() ? all.get(choice) : all.get(random.nextInt(all.size()));
    }

    List<PoolSnapshot> balanced() {
        return pools.stream().map(SoakPool::balanced).toList();
    }

    long sockets() {
        try {
            return Sockets.open(relay.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says how many sockets are open, and which pools know of how many connections. */
    String opened() {
        return kind + ": " + sockets() + " sockets, " + pools;
    }

    @Override
    public String toString() {
        return kind.title();
    }

    Map.Entry<String, String> version() {
        return Map.entry(kind.title(), kind.version());
    }

    @Override
    public void close() throws IOException {
        for (SoakPool pool : pools) {
            pool.close();
        }
        relay.close();
        running.close();
    }
}
