package dev.weir.internal.pool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often each place of the program leaked a connection; the first twenty places one by one, the rest together.
 * Thread-safe.
 */
final class CallSites {

    static final int MOST = 20;
    static final String OTHER = "other";

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    void count(String callSite) {
        boolean isKnown = counts.containsKey(callSite) || counts.size() < MOST;
        counts.merge(isKnown ? callSite : OTHER, 1L, Long::sum);
    }

    Map<String, Long> counts() {
        return Map.copyOf(counts);
    }
}
