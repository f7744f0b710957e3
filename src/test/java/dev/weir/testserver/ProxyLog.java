package dev.weir.testserver;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What a proxy has seen. Thread-safe. */
public final class ProxyLog {

    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger connects = new AtomicInteger();
    private final AtomicInteger forwarded = new AtomicInteger();
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private final Map<Integer, String> users = new ConcurrentHashMap<>();
    private volatile boolean sawCredentials;

    ProxyLog() {}

    public int accepted() {
        return accepted.get();
    }

    public int open() {
        return open.get();
    }

    /** Returns how many tunnels were asked for with good credentials. */
    public int connects() {
        return connects.get();
    }

    /** Returns how many requests were forwarded one by one. */
    public int forwarded() {
        return forwarded.get();
    }

    /** Says whether anybody has shown credentials, right or wrong. */
    public boolean sawCredentials() {
        return sawCredentials;
    }

    /** Returns all targets as {@code host:port}, with the host exactly as the client wrote it. */
    public List<String> targets() {
        return List.copyOf(targets);
    }

    /** Returns who was logged in at the proxy when it opened a connection to a target, by the port it did that from. */
    public String userOf(int port) {
        return users.getOrDefault(port, "nobody");
    }

    /** Waits until exactly this many connections are open, and fails after the limit. */
    public void awaitOpen(int count, Duration limit) {
        AcceptLoop.await(() -> open() == count, limit, () -> count + " open connections, but were " + open);
    }

    void opened() {
        open.incrementAndGet();
        accepted.incrementAndGet();
    }

    void closed() {
        open.decrementAndGet();
    }

    void connected(String target) {
        targets.add(target);
        connects.incrementAndGet();
    }

    void forwarded(String target) {
        targets.add(target);
        forwarded.incrementAndGet();
    }

    void userOf(int port, String user) {
        users.put(port, user);
    }

    void credentialsShown() {
        sawCredentials = true;
    }
}
