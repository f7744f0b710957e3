package dev.weir.testpool;

import dev.weir.config.Address;
import dev.weir.config.Addresses;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Addresses for every name that can be switched at any time, and pushed to the pools. Thread-safe. */
public final class GivenAddresses implements Addresses {

    /** What a lookup does; may block or throw. */
    @FunctionalInterface
    public interface Script {
        @Nullable
        List<Address> run() throws IOException;
    }

    private final Set<Consumer<String>> watches = ConcurrentHashMap.newKeySet();
    private final List<Consumer<String>> everyWatch = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile Script script;

    public GivenAddresses(Address... addresses) {
        this.script = () -> List.of(addresses);
    }

    /** The next lookup returns these. */
    public void switchTo(Address... addresses) {
        script = () -> List.of(addresses);
    }

    public void script(Script next) {
        script = next;
    }

    /** Notifies all pools of a changed name, including closed ones. */
    public void push(String host) {
        everyWatch.forEach(watch -> watch.accept(host));
    }

    /** Returns the names that were looked up, with the ports, in order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    public int watches() {
        return watches.size();
    }

    public int ended() {
        return ended.get();
    }

    @Override
    @SuppressWarnings("NullAway") // users are not checked
    public List<Address> lookup(String host, int port) throws IOException {
        asked.add(host + ":" + port);
        return script.run();
    }

    @Override
    public AutoCloseable watch(Consumer<String> changed) {
        watches.add(changed);
        everyWatch.add(changed);
        return () -> {
            watches.remove(changed);
            ended.incrementAndGet();
        };
    }
}
