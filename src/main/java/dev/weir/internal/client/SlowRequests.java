package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import dev.weir.event.CallFacts;
import dev.weir.internal.log.PlainText;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs calls that take longer than {@code slowRequests}, each in one line. Thread-safe. */
public final class SlowRequests {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.slow");

    private static final int LINES_PER_SECOND = 10;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String pool;
    private final Duration threshold;
    private final boolean showsPaths;
    private final LongSupplier nanoClock;
    private final Consumer<String> log;
    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by the lock: when the second began, its lines, and those left out since the last line.
    private long secondNanos;
    private int lines;
    private long leftOut;

    SlowRequests(PoolConfig config, Duration threshold, LongSupplier nanoClock, Consumer<String> log) {
        this.pool = config.name();
        this.threshold = threshold;
        this.showsPaths = config.pathsInReports();
        this.nanoClock = nanoClock;
        this.log = log;
        this.secondNanos = nanoClock.getAsLong();
    }

    /**
     * Returns what logs the slow calls of a pool.
     *
     * @param config its configuration
     * @return what logs them; null if that is off
     */
    public static @Nullable SlowRequests of(PoolConfig config) {
        return config.slowRequests().isZero()
                ? null
                : new SlowRequests(config, config.slowRequests(), System::nanoTime, line -> LOG.info("{}", line));
    }

    /** Logs a call that is over, if it was slow. A failure has its line where its caller logs the exception. */
    void over(CallFacts facts, CallWatch.Called request) {
        if (facts.total().compareTo(threshold) <= 0 || facts.failure().isPresent()) {
            return;
        }
        long leftOutBefore = leftOutBefore(nanoClock.getAsLong());
        if (leftOutBefore >= 0) {
            log.accept(line(text(request.target(), request.request()), facts, leftOutBefore));
        }
    }

    // Negative if this line is left out, too.
    private long leftOutBefore(long nowNanos) {
        lock.lock();
        try {
            if (nowNanos - secondNanos >= SECOND_NANOS) {
                secondNanos = nowNanos;
                lines = 0;
            }
            if (lines == LINES_PER_SECOND) {
                leftOut++;
                return -1;
            }
            lines++;
            long before = leftOut;
            leftOut = 0;
            return before;
        } finally {
            lock.unlock();
        }
    }

    private String line(String request, CallFacts facts, long unlogged) {
        return "Pool '" + pool + "': " + request + " took longer than " + threshold.toMillis() + " ms: " + facts
                + (unlogged == 0 ? "" : "; " + unlogged + " other slow requests were not logged");
    }

    // Only the host of the authority: user info must not get into a log.
    private String text(@Nullable HttpHost target, @Nullable HttpRequest request) {
        if (request == null) {
            return target == null ? "a request" : PlainText.of("a request to " + target.toURI());
        }
        URIAuthority authority = request.getAuthority();
        HttpHost host = authority == null ? target : new HttpHost(request.getScheme(), authority);
        String path = request.getPath();
        boolean isPath = path != null && path.startsWith("/");
        String shown = isPath || !showsPaths ? PlainText.path(path, showsPaths) : "";
        return PlainText.of(
                request.getMethod() + " " + (host == null ? "" : host.toURI()) + (showsPaths ? "" : " ") + shown);
    }
}
