package dev.weir.bench;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** One thread that sends one request after the other for some seconds after the start of a spike. */
final class SpikeCaller implements Callable<SpikeTally> {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final CloseableHttpClient client;
    private final URI uri;
    private final int seconds;
    private final StartingGun start;

    SpikeCaller(CloseableHttpClient client, URI uri, int seconds, StartingGun start) {
        this.client = client;
        this.uri = uri;
        this.seconds = seconds;
        this.start = start;
    }

    @Override
    public SpikeTally call() throws Exception {
        SpikeTally tally = new SpikeTally(seconds);
        long startNanos = start.await();
        for (long before = since(startNanos); before < seconds * SECOND; ) {
            send();
            long after = since(startNanos);
            tally.answered((int) (before / SECOND), (int) (after / SECOND), after - before);
            before = after;
        }
        return tally;
    }

    private static long since(long startNanos) {
        return System.nanoTime() - startNanos;
    }

    private int send() throws IOException {
        return client.execute(new HttpGet(uri), response -> EntityUtils.toByteArray(response.getEntity()).length);
    }
}
