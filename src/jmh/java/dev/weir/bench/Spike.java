package dev.weir.bench;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/** Two callers for a second, then two hundred for some more. */
final class Spike implements AutoCloseable {

    static final int FEW = 2;
    static final int MANY = 200;

    /** The last is the one after three seconds. */
    private static final int SECONDS = 4;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final URI uri;
    private final Load few;
    private final ExecutorService many = Executors.newFixedThreadPool(MANY, Spike::daemon);

    Spike(URI uri) {
        this.uri = uri;
        this.few = new Load(uri, FEW);
    }

    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "spike");
        thread.setDaemon(true);
        return thread;
    }

    /** Loads a client that has no connections yet. */
    SpikeResult on(CloseableHttpClient client, DialLog dials) throws InterruptedException, ExecutionException {
        few.inTurns(SECOND, 1, List.of(new ClassicSender(client)));
        StartingGun start = new StartingGun(MANY);
        SpikeTally all = new SpikeTally(SECONDS);
        SpikeCaller caller = new SpikeCaller(client, uri, SECONDS, start);
        for (Future<SpikeTally> end : many.invokeAll(Collections.nCopies(MANY, caller))) {
            all.add(end.get());
        }
        return new SpikeResult(
                dials.within(start.startNanos(), SECOND),
                all.answersIn(0),
                all.answersIn(SECONDS - 1),
                all.first().quantileNanos(0.5),
                all.first().quantileNanos(0.99));
    }

    @Override
    public void close() {
        few.close();
        many.shutdownNow();
    }
}
