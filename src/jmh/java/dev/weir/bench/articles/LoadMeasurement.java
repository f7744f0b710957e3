package dev.weir.bench.articles;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.bench.Connections;
import dev.weir.bench.ServerProcess;
import dev.weir.bench.Sockets;
import dev.weir.load.Answered;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutionException;

/** Takes the figures of a load on a server. For one thread. */
final class LoadMeasurement {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final ServerProcess server;

    LoadMeasurement(ServerProcess server) {
        this.server = server;
    }

    /** Something that sends requests. */
    @FunctionalInterface
    interface Work {
        void run(Answered answered) throws InterruptedException, ExecutionException;
    }

    void of(Work work, LoadFigures figures) throws InterruptedException, ExecutionException {
        Answered answered = new Answered();
        int port = server.uri().getPort();
        Connections before = server.connections();
        long waitBefore = Sockets.waiting(port);
        long beginNanos = System.nanoTime();
        long cpuNanos = PROCESS.getProcessCpuTime();
        work.run(answered);
        double cpu = PROCESS.getProcessCpuTime() - cpuNanos;
        figures.wall = System.nanoTime() - beginNanos;
        Connections after = server.connections();
        figures.timeWait = waitBefore < 0 ? Double.NaN : Sockets.waiting(port) - waitBefore;
        figures.opened = after.accepted() - before.accepted();
        figures.openAtEnd = after.open();
        figures.answered = answered.latencies().count();
        figures.failed = answered.failed();
        figures.cpu = cpu / figures.answered;
        figures.p50 = answered.latencies().quantileNanos(0.5);
        figures.p99 = answered.latencies().quantileNanos(0.99);
        figures.p999 = answered.latencies().quantileNanos(0.999);
    }
}
