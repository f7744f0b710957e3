package dev.weir.servers;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What came of many requests. Thread-safe. */
final class Tally {

    private final AtomicInteger succeeded = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    // Guarded by itself.
    private final Map<String, Integer> failures = new TreeMap<>();

    /** Sends a request, and compares what came with what should have. */
    void send(Client client, Kind kind, Running server, boolean dropsTrailers) {
        sent.incrementAndGet();
        try {
            Answer expected = dropsTrailers ? kind.expected().withoutTrailer() : kind.expected();
            Answer answer = client.send(kind.request(server.target().base()));
            count(kind, (dropsTrailers ? answer.withoutTrailer() : answer).difference(expected));
        } catch (Exception e) {
            count(kind, text(e));
        }
    }

    /** Returns what all failures of a kind have in common: figures differ from call to call. */
    static String text(Exception e) {
        String message = e.getMessage() == null ? "" : ": " + e.getMessage();
        return e.getClass().getSimpleName() + message.replaceAll("[0-9]+", "#");
    }

    private void count(Kind kind, String failure) {
        if (failure.isEmpty()) {
            succeeded.incrementAndGet();
            return;
        }
        synchronized (failures) {
            failures.merge(kind + " " + failure, 1, Integer::sum);
        }
    }

    int succeeded() {
        return succeeded.get();
    }

    int sent() {
        return sent.get();
    }

    /** Says what failed, how and how often; empty if nothing did. */
    String failures() {
        synchronized (failures) {
            return failures.entrySet().stream()
                    .map(failure -> failure.getValue() + " × " + failure.getKey())
                    .collect(Collectors.joining("; "));
        }
    }
}
