package dev.weir.attack;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Four callers at a server that sends one response too many now and then, in the segment of another. */
final class UnderLoad {

    private static final int CALLERS = 4;
    private static final int CALLS_EACH = 100;
    private static final int ONE_IN = 20;

    private final AtomicInteger served = new AtomicInteger();

    private UnderLoad() {}

    static Outcome play(Victim victim) throws Exception {
        UnderLoad load = new UnderLoad();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try (LoopbackServer server = LoopbackServer.http().handler(load::handle).start()) {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                String prefix = "/" + caller + "/";
                outcomes.add(callers.submit(() -> call(victim, server, prefix)));
            }
            return worst(outcomes);
        } finally {
            callers.shutdownNow();
        }
    }

    private static Outcome call(Victim victim, LoopbackServer server, String prefix) {
        return IntStream.range(0, CALLS_EACH)
                .mapToObj(call -> victim.outcome(Call.get(server.uri(prefix + call))))
                .reduce(Outcome.OWN, Outcome::and);
    }

    private static Outcome worst(List<Future<Outcome>> outcomes) throws InterruptedException, ExecutionException {
        Outcome worst = Outcome.OWN;
        for (Future<Outcome> outcome : outcomes) {
            worst = worst.and(outcome.get());
        }
        return worst;
    }

    private void handle(Exchange exchange) throws IOException {
        boolean isBait = served.incrementAndGet() % ONE_IN == 0;
        String response = Honest.response(exchange.target());
        exchange.output().write(Honest.bytes(isBait ? response + Honest.FORGED : response));
    }
}
