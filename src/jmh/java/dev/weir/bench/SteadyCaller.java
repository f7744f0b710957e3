package dev.weir.bench;

import dev.weir.load.Latencies;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One thread that sends a request when the one before is answered, while its load lets it. */
final class SteadyCaller implements Runnable {

    private final Sender client;
    private final URI uri;
    private final SteadyLoad load;
    private final Latencies latencies = new Latencies();
    // Written by its own thread alone.
    private final AtomicLong answered = new AtomicLong();
    private volatile @Nullable Exception failure;

    SteadyCaller(Sender client, URI uri, SteadyLoad load) {
        this.client = client;
        this.uri = uri;
        this.load = load;
    }

    @Override
    public void run() {
        try {
            while (load.awaitsTurn()) {
                send();
            }
        } catch (Exception e) {
            failure = e;
        }
    }

    private void send() throws Exception {
        long beginNanos = System.nanoTime();
        int length = client.get(uri);
        long nanos = System.nanoTime() - beginNanos;
        if (length != ServerMain.BODY.length) {
            throw new IllegalStateException("an answer of " + length + " bytes");
        }
        answered.lazySet(answered.get() + 1);
        if (load.isMeasured()) {
            latencies.add(nanos);
        }
    }

    /** Returns how many requests were answered, measured or not. */
    long answered() {
        return answered.get();
    }

    @Nullable
    Exception failure() {
        return failure;
    }

    /** Returns how long the measured requests took. To be called when its thread has ended. */
    Latencies latencies() {
        return latencies;
    }
}
