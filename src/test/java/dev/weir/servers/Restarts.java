package dev.weir.servers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Disturbs a server while clients of several kinds send to it. */
final class Restarts {

    private Restarts() {}

    /** Returns what each client noticed. */
    static Outcome play(
            ServerKind server, Disturbance disturbance, Collection<ClientKind> kinds, int times, Path directory)
            throws IOException {
        Site site = Site.in(directory, disturbance.idle());
        try (Running running = server.start(site);
                Relay relay = Relay.to(site.port())) {
            Target target = disturbance.isRelayed() ? relay.target() : running.target();
            Outage outage = new Outage();
            List<Load> loads = new ArrayList<>();
            try {
                kinds.forEach(kind -> loads.add(Load.start(kind, target, disturbance, outage)));
                disturb(new Scene(running, relay, outage), disturbance, loads, times);
            } finally {
                close(loads);
            }
            return new Outcome(losses(loads), site.executions().counted());
        }
    }

    private static void disturb(Scene scene, Disturbance disturbance, List<Load> loads, int times) {
        awaitMore(loads, disturbance.answers());
        for (int i = 0; i < times; i++) {
            disturbance.play(scene);
            awaitMore(loads, disturbance.answers());
        }
    }

    private static void awaitMore(List<Load> loads, int answers) {
        List<Integer> goals =
                loads.stream().map(load -> load.losses().answered() + answers).toList();
        for (int i = 0; i < loads.size(); i++) {
            loads.get(i).awaitAnswers(goals.get(i));
        }
    }

    private static void close(List<Load> loads) throws IOException {
        loads.forEach(Load::stop);
        for (Load load : loads) {
            load.close();
        }
    }

    private static Map<ClientKind, Losses> losses(List<Load> loads) {
        Map<ClientKind, Losses> losses = new EnumMap<>(ClientKind.class);
        loads.forEach(load -> losses.put(load.kind(), load.losses()));
        return losses;
    }

    /**
     * What can be disturbed.
     *
     * @param server the server
     * @param relay the way to it
     * @param outage whether it is up
     */
    record Scene(Running server, Relay relay, Outage outage) {

        void restart(Runnable end) {
            outage.begin();
            end.run();
            server.startAgain();
            outage.end();
        }
    }

    /**
     * What came of it.
     *
     * @param losses what each client noticed
     * @param executions how often the server executed each request
     */
    record Outcome(Map<ClientKind, Losses> losses, Map<String, Long> executions) {

        String cell(ClientKind client) {
            return requireNonNull(losses.get(client)).cell(executions);
        }
    }
}
