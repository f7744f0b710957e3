package dev.weir.lease;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server that does at random whatever its protocol lets it do, and keeps account of the requests that it has executed. */
interface Storm extends AutoCloseable {

    /** What it answers to a request that it has not read to its end. */
    String EARLY = "early";

    String uri();

    /** Makes an end of it: from now on, every request is answered well. */
    void abate();

    Ledger ledger();

    @Override
    void close();

    /** The requests that a server has executed, by what their bodies say of themselves. Thread-safe. */
    final class Ledger {

        private static final int PARTS = 3;

        private final Map<String, Integer> executions = new ConcurrentHashMap<>();
        private final Queue<String> broken = new ConcurrentLinkedQueue<>();

        /** A body that shows whether it is whole. */
        static String body(String id, int length) {
            return id + ":" + length + ":" + "x".repeat(length);
        }

        /** Returns whose body it is; one that is not whole goes on record. */
        String idOf(String body) {
            String[] parts = body.split(":", -1);
            if (parts.length != PARTS || parts[2].length() != Integer.parseInt(parts[1])) {
                broken.add(body.substring(0, Math.min(40, body.length())) + "… of " + body.length());
            }
            return parts[0];
        }

        void executed(String id) {
            executions.merge(id, 1, Integer::sum);
        }

        List<String> executedTwice() {
            return executions.entrySet().stream()
                    .filter(each -> each.getValue() > 1)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        /** The beginnings of bodies that were not as they were meant. */
        List<String> broken() {
            return List.copyOf(broken);
        }
    }
}
