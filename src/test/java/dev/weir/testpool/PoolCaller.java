package dev.weir.testpool;

import dev.weir.ManagedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.RouteSnapshot;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/**
 * A pool, and a client that sends by way of it.
 *
 * @param pool the pool
 * @param call sends a request
 * @param client what to close besides the pool
 */
public record PoolCaller(ManagedPool pool, ClientKind.Call call, Closeable client) implements AutoCloseable {

    /** Sends a request among others. */
    public String send(String uri, HttpClientContext context) throws IOException {
        return call.send("GET", uri, context);
    }

    /** Sends a request, and waits until its connection is given back: that may be after the response. */
    public String get(String uri, HttpClientContext context) throws IOException {
        String answer = call.send("GET", uri, context);
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        return answer;
    }

    /** Returns the status of the response to a HEAD request. */
    public int head(String uri, HttpClientContext context) throws IOException {
        return Integer.parseInt(call.send("HEAD", uri, context).substring(0, 3));
    }

    /** How many connections were opened. */
    public long opened() {
        return pool.snapshot().routes().stream()
                .mapToLong(RouteSnapshot::opened)
                .sum();
    }

    /** How many were closed by a cause. */
    public long closed(CloseCause cause) {
        return pool.snapshot().routes().stream()
                .mapToLong(route -> route.closedBy().getOrDefault(cause, 0L))
                .sum();
    }

    @Override
    public void close() throws IOException {
        client.close();
        pool.close();
    }
}
