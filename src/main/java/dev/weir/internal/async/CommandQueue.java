package dev.weir.internal.async;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.reactor.Command;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for the thread of a connection. For each of them, HttpCore's own queue takes the lock of the
 * session and wakes the selector; here only the first one after the queue was empty does. Thread-safe.
 */
final class CommandQueue {

    private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
    // Whether the thread of the connection will look without another wake-up.
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Adds a command; returns whether the thread of the connection must be woken. */
    boolean add(Command command) {
        commands.add(command);
        return !woken.get() && woken.compareAndSet(false, true);
    }

    boolean isEmpty() {
        return commands.isEmpty();
    }

    /** Takes the first command. After a null, the next {@link #add} asks its caller to wake the thread. */
    @Nullable
    Command poll() {
        Command first = commands.poll();
        if (first == null) {
            woken.set(false);
            first = commands.poll(); // added by a thread that took this one for awake
        }
        return first;
    }
}
