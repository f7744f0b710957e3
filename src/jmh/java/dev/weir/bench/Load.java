package dev.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/** A number of callers, always the same threads, that load one client after the other. */
final class Load implements AutoCloseable {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final URI uri;
    private final int callers;
    private final ExecutorService threads;

    Load(URI uri, int callers) {
        this.uri = uri;
        this.callers = callers;
        this.threads = Executors.newFixedThreadPool(callers, Load::daemon);
    }

    // A request that fails ends the run, which must not wait for the other callers.
    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "caller");
        thread.setDaemon(true);
        return thread;
    }

    void on(CloseableHttpClient client, long nanos, Meter meter) throws InterruptedException, ExecutionException {
        Caller caller = new Caller(client, uri, nanos, new CyclicBarrier(callers));
        long beginNanos = System.nanoTime();
        long cpuNanos = PROCESS.getProcessCpuTime();
        List<Future<Tally>> ends = threads.invokeAll(Collections.nCopies(callers, caller));
        meter.process(PROCESS.getProcessCpuTime() - cpuNanos, System.nanoTime() - beginNanos);
        for (Future<Tally> end : ends) {
            meter.callers(end.get());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
