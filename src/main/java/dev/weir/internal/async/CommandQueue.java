package dev.weir.internal.async;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.reactor.Command;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for the thread of a connection. HttpCore's own queue takes the lock of the session for each of them
 * and wakes the selector; here only the first does that since the queue was last found empty. Thread-safe.
 */
final class CommandQueue {

    private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
    // Whether the thread of the connection will look, without being woken once more.
    private final AtomicBoolean woken = new AtomicBoolean();

    /** Adds a command; returns whether the thread of the connection must be woken. */
    boolean add(Command command) {
        commands.add(command);
        return !woken.get() && woken.compareAndSet(false, true);
    }

    boolean isEmpty() {
        return commands.isEmpty();
    }

    /** Takes the first command. After it has returned null, the next {@link #add} asks its caller to wake the thread. */
    @Nullable
    Command poll() {
        Command first = commands.poll();
        if (first == null) {
            woken.set(false);
            first = commands.poll(); // added by someone who took this thread for awake
        }
        return first;
    }
}
