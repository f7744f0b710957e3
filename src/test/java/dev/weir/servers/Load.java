package dev.weir.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Callers of one client that send until they are stopped. */
final class Load implements AutoCloseable {

    static final int CALLERS = 4;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final ClientKind kind;
    private final Client client;
    private final String base;
    private final Pause pause;
    private final Outage outage;
    private final Losses losses = new Losses();
    private final AtomicInteger next = new AtomicInteger();
    private final List<Thread> callers;
    private volatile boolean stopped;

    private Load(ClientKind kind, Target target, Disturbance disturbance, Outage outage) {
        this.kind = kind;
        this.client = kind.open(target, disturbance.patience());
        this.base = target.base();
        this.pause = disturbance.pause();
        this.outage = outage;
        this.callers = IntStream.range(0, CALLERS)
                .mapToObj(i -> new Thread(this::call, "load-" + kind + "-" + i))
                .toList();
    }

    static Load start(ClientKind kind, Target target, Disturbance disturbance, Outage outage) {
        Load load = new Load(kind, target, disturbance, outage);
        load.callers.forEach(Thread::start);
        return load;
    }

    private void call() {
        while (!stopped) {
            int number = next.getAndIncrement();
            Action action = Action.at(number);
            send(action, kind + "-" + action + "-" + number);
            LockSupport.parkNanos(pause.nextNanos());
        }
    }

    private void send(Action action, String id) {
        int phase = outage.phase();
        losses.sent(action, id);
        String failure = failure(action.request(base, id), Action.expected(id));
        if (failure.isEmpty()) {
            losses.answered(id);
        } else if (outage.wasNoneSince(phase)) {
            losses.failed(action, failure);
        } else {
            losses.failedWhileDown();
        }
    }

    private String failure(Request request, Answer expected) {
        try {
            return client.send(request).difference(expected);
        } catch (Exception e) {
            return Tally.text(e);
        }
    }

    /** Waits until so many requests were answered. */
    void awaitAnswers(int count) {
        long startNanos = System.nanoTime();
        while (losses.answered() < count) {
            if (System.nanoTime() - startNanos > PATIENCE_NANOS) {
                throw new IllegalStateException(kind + " got " + losses.answered() + " answers: " + losses.reasons());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    ClientKind kind() {
        return kind;
    }

    Losses losses() {
        return losses;
    }

    /** Lets no caller send once more. */
    void stop() {
        stopped = true;
    }

    /** Lets each caller finish what it does. */
    @Override
    public void close() throws IOException {
        stop();
        for (Thread caller : callers) {
            try {
                caller.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        client.close();
    }

    /**
     * How long callers wait between two requests.
     *
     * @param least at least
     * @param most at most
     */
    record Pause(Duration least, Duration most) {
        long nextNanos() {
            return ThreadLocalRandom.current().nextLong(least.toNanos(), most.toNanos());
        }
    }
}
