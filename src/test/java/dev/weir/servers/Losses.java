package dev.weir.servers;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What callers of one client noticed of a disturbance. Thread-safe. */
final class Losses {

    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger down = new AtomicInteger();
    private final Map<Action, AtomicInteger> failed = new ConcurrentHashMap<>();
    private final Map<String, Integer> reasons = new ConcurrentHashMap<>();
    private final Collection<String> answeredIds = new ConcurrentLinkedQueue<>();
    private final Set<String> posts = ConcurrentHashMap.newKeySet();

    void sent(Action action, String id) {
        sent.incrementAndGet();
        if (action == Action.POST) {
            posts.add(id);
        }
    }

    void answered(String id) {
        answered.incrementAndGet();
        answeredIds.add(id);
    }

    /** Notes a request that failed while nothing listened, at least for a part of its time. */
    void failedWhileDown() {
        down.incrementAndGet();
    }

    void failed(Action action, String reason) {
        failed.computeIfAbsent(action, any -> new AtomicInteger()).incrementAndGet();
        reasons.merge(action + " " + reason, 1, Integer::sum);
    }

    int sent() {
        return sent.get();
    }

    int answered() {
        return answered.get();
    }

    int down() {
        return down.get();
    }

    /** Returns how many failed though they might have been sent once more. */
    int failedRepeatable() {
        return failed.entrySet().stream()
                .filter(entry -> entry.getKey().mayBeRepeated())
                .mapToInt(entry -> entry.getValue().get())
                .sum();
    }

    int failedPosts() {
        return failed.getOrDefault(Action.POST, new AtomicInteger()).get();
    }

    /** Returns how many plain POSTs were executed more than once. */
    long executedTwice(Map<String, Long> executions) {
        return posts.stream().filter(id -> executions.getOrDefault(id, 0L) > 1).count();
    }

    /** Returns how many requests were answered though the server knows nothing of them. */
    long answeredByNobody(Map<String, Long> executions) {
        return answeredIds.stream().filter(id -> !executions.containsKey(id)).count();
    }

    /** Says what failed: first what may be sent twice, then plain POSTs. */
    String cell(Map<String, Long> executions) {
        long twice = executedTwice(executions);
        String failed = failedRepeatable() + " + " + failedPosts();
        return twice == 0 ? failed : failed + ", " + twice + " executed twice";
    }

    String reasons() {
        return new TreeMap<>(reasons)
                .entrySet().stream()
                        .map(reason -> reason.getValue() + " × " + reason.getKey())
                        .collect(Collectors.joining("; "));
    }
}
