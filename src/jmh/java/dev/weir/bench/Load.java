package dev.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** A number of callers, always the same threads, that load one client after the other. */
final class Load implements AutoCloseable {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final URI uri;
    private final int callers;
    private final LongSupplier connections;
    private final ExecutorService threads;

    Load(URI uri, int callers) {
        this(uri, callers, () -> 0);
    }

    /**
     * Starts the callers.
     *
     * @param uri what to get
     * @param callers how many there are
     * @param connections how many connections the server has been asked for by now
     */
    Load(URI uri, int callers, LongSupplier connections) {
        this.uri = uri;
        this.connections = connections;
        this.callers = callers;
        this.threads = Executors.newFixedThreadPool(callers, Load::daemon);
    }

    // A request that fails ends the run, which must not wait for the other callers.
    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "caller");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Loads clients in slices in which they take turns: forward, backward, and so on. So whatever disturbs the machine
     * disturbs all of them.
     *
     * @param nanos the time for all slices of all clients together
     * @param rounds how often each client has its turn
     * @param clients the clients
     * @return what they cost, in their order
     */
    List<Cost> inTurns(long nanos, int rounds, List<? extends Sender> clients)
            throws InterruptedException, ExecutionException {
        List<Meter> meters = clients.stream().map(client -> new Meter()).toList();
        List<Integer> turns =
                new ArrayList<>(IntStream.range(0, clients.size()).boxed().toList());
        for (int round = 0; round < rounds; round++) {
            for (int turn : turns) {
                on(clients.get(turn), nanos / ((long) rounds * clients.size()), meters.get(turn));
            }
            Collections.reverse(turns);
        }
        return meters.stream().map(Meter::perRequest).toList();
    }

    private void on(Sender client, long nanos, Meter meter) throws InterruptedException, ExecutionException {
        Caller caller = new Caller(client, uri, nanos, new CyclicBarrier(callers));
        long opened = connections.getAsLong();
        AllocatedBytes allocated = AllocatedBytes.now();
        long beginNanos = System.nanoTime();
        long cpuNanos = PROCESS.getProcessCpuTime();
        List<Future<Tally>> ends = threads.invokeAll(Collections.nCopies(callers, caller));
        meter.process(PROCESS.getProcessCpuTime() - cpuNanos, System.nanoTime() - beginNanos);
        meter.jvm(AllocatedBytes.now().since(allocated), connections.getAsLong() - opened);
        for (Future<Tally> end : ends) {
            meter.callers(end.get());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
