package dev.weir.bench;

import com.sun.management.ThreadMXBean;
import dev.weir.load.Latencies;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;

/** One thread that sends one request after the other for a while, and counts what that cost. */
final class Caller implements Callable<Tally> {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Sender client;
    private final URI uri;
    private final long nanos;
    private final CyclicBarrier start;

    Caller(Sender client, URI uri, long nanos, CyclicBarrier start) {
        this.client = client;
        this.uri = uri;
        this.nanos = nanos;
        this.start = start;
    }

    @Override
    public Tally call() throws Exception {
        Latencies latencies = new Latencies();
        start.await();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long cpuNanos = THREADS.getCurrentThreadCpuTime();
        long requests = send(latencies);
        return new Tally(
                requests,
                THREADS.getCurrentThreadCpuTime() - cpuNanos,
                THREADS.getCurrentThreadAllocatedBytes() - allocated,
                latencies);
    }

    private long send(Latencies latencies) throws Exception {
        long beginNanos = System.nanoTime();
        long beforeNanos = beginNanos;
        long requests = 0;
        while (beforeNanos - beginNanos < nanos) {
            client.get(uri);
            long afterNanos = System.nanoTime();
            latencies.add(afterNanos - beforeNanos);
            beforeNanos = afterNanos;
            requests++;
        }
        return requests;
    }
}
