package shop;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;

/** Customers who look at articles one after the other, for a minute. */
@Component
class Load {

    static final int MOST_CUSTOMERS = 200;
    private static final Duration VISIT = Duration.ofMinutes(1);

    private final Shop shop;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger round = new AtomicInteger();
    private final LongAdder served = new LongAdder();
    private final LongAdder failed = new LongAdder();

    Load(Shop shop) {
        this.shop = shop;
    }

    /** Sends the customers of before home and lets others in; none with 0. */
    void let(int customers) {
        int current = round.incrementAndGet();
        long end = System.nanoTime() + VISIT.toNanos();
        for (int customer = 0; customer < customers; customer++) {
            threads.execute(() -> {
                while (round.get() == current && System.nanoTime() - end < 0) {
                    look();
                }
            });
        }
    }

    private void look() {
        try {
            int page = ThreadLocalRandom.current().nextInt(20);
            String answer = page < 14 ? shop.price() : page < 16 ? shop.recommendation() : shop.stock();
            (answer == null ? failed : served).increment();
        } catch (RestClientException refused) {
            failed.increment();
        }
    }

    Figures figures() {
        return new Figures(served.sum(), failed.sum());
    }

    /** Before the web server and the pools come to rest, which would otherwise wait for the customers. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        let(0);
        threads.shutdownNow();
    }

    /**
     * What came of it so far.
     *
     * @param served answers
     * @param failed failures
     */
    record Figures(long served, long failed) {}
}
