package dev.weir.internal.dns;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of entries. Room is made by dropping what has expired, then what expires first, at a cost that does
 * not depend on the number of entries.
 *
 * <p>Entries with an answer share one life time, and so do entries that hold a failure alone; so two queues in the
 * order of arrival are each in the order of expiry, whatever the times are at the moment, and the next to go is at the
 * head of one of the two.
 *
 * <p>Safe for use by many threads. Reading takes no lock.
 */
final class BoundedEntries {

    /** For each entry that is added, so that expired entries leave faster than new ones arrive. */
    private static final int MOST_EXPIRED_DROPPED = 2;

    private final int maxEntries;
    private final ConcurrentMap<Name, CacheEntry> entries = new ConcurrentHashMap<>();

    /** Guards both queues and every change of the entries; nothing is called while it is held. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<Name, CacheEntry> answers = new LinkedHashMap<>();
    private final Map<Name, CacheEntry> failures = new LinkedHashMap<>();

    BoundedEntries(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    @Nullable
    CacheEntry get(Name name) {
        return entries.get(name);
    }

    int size() {
        return entries.size();
    }

    void put(Name name, CacheEntry entry, long nowNanos, DnsTimes times) {
        lock.lock();
        try {
            if (!replaceInPlace(name, entry)) {
                drop(name);
                makeRoom(nowNanos, times);
                (entry.answer() != null ? answers : failures).put(name, entry);
            }
            entries.put(name, entry);
        } finally {
            lock.unlock();
        }
    }

    /** A failure does not renew the answer that it is added to, so the entry keeps its place in the queue. */
    private boolean replaceInPlace(Name name, CacheEntry entry) {
        CacheEntry known = answers.get(name);
        boolean isSameAnswer = known != null && Objects.equals(known.answer(), entry.answer());
        if (isSameAnswer) {
            answers.put(name, entry);
        }
        return isSameAnswer;
    }

    private void makeRoom(long nowNanos, DnsTimes times) {
        for (int dropped = 0; !entries.isEmpty(); dropped++) {
            Map.Entry<Name, CacheEntry> next = nextToGo(nowNanos, times);
            Duration life = next.getValue().remainingLife(nowNanos, times);
            boolean isExpired = life.isNegative() || life.isZero();
            boolean isFull = entries.size() >= maxEntries;
            if (!isFull && !(isExpired && dropped < MOST_EXPIRED_DROPPED)) {
                return;
            }
            drop(next.getKey());
        }
    }

    private Map.Entry<Name, CacheEntry> nextToGo(long nowNanos, DnsTimes times) {
        if (answers.isEmpty() || failures.isEmpty()) {
            return head(answers.isEmpty() ? failures : answers);
        }
        Map.Entry<Name, CacheEntry> answer = head(answers);
        Map.Entry<Name, CacheEntry> failure = head(failures);
        Duration answerLife = answer.getValue().remainingLife(nowNanos, times);
        return answerLife.compareTo(failure.getValue().remainingLife(nowNanos, times)) < 0 ? answer : failure;
    }

    private static Map.Entry<Name, CacheEntry> head(Map<Name, CacheEntry> queue) {
        return queue.entrySet().iterator().next();
    }

    private void drop(Name name) {
        answers.remove(name);
        failures.remove(name);
        entries.remove(name);
    }
}
