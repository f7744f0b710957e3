package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.LeaseReleased;
import dev.weir.event.PoolListener;
import dev.weir.internal.event.LeaseReleasedData;
import dev.weir.internal.log.Log;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

class HearerTest {

    private static final LeaseReleased EVENT = new LeaseReleasedData("shop", "http://recs:80", 1, null);

    private final Queue<SubstituteLoggingEvent> log = new ConcurrentLinkedQueue<>();
    private final AtomicLong nowNanos = new AtomicLong();

    private Hearer<PoolListener> hearer(PoolListener listener) {
        Hearer<PoolListener> hearer =
                new Hearer<>("shop", listener, nowNanos::get, new Log(new SubstituteLogger("test", log, false)));
        hearer.begin();
        return hearer;
    }

    private static void hear(Hearer<PoolListener> hearer, int times) {
        for (int i = 0; i < times; i++) {
            hearer.hear(PoolListener::released, EVENT);
        }
    }

    private long warnings() {
        return log.stream().filter(line -> line.getLevel() == Level.WARN).count();
    }

    private PoolListener thatTakes(long nanos) {
        return new PoolListener() {
            @Override
            public void released(LeaseReleased event) {
                nowNanos.addAndGet(nanos);
            }
        };
    }

    @Test
    void namesAListenerThatFailsOnce() {
        Hearer<PoolListener> hearer = hearer(new PoolListener() {
            @Override
            public void released(LeaseReleased event) {
                throw new IllegalStateException("broken");
            }
        });

        hear(hearer, 3);

        assertThat(warnings()).isEqualTo(1);
        assertThat(log.element().getMessage()).contains("a listener failed and missed an event");
    }

    @Test
    void namesAListenerThatBlocksOnce() {
        hear(hearer(thatTakes(Hearer.SLOW_NANOS + 1)), 3);

        assertThat(warnings()).isEqualTo(1);
        assertThat(log.element().getMessage()).contains("a listener took {} ms for an event");
        assertThat(log.element().getArgumentArray()).startsWith("shop", 1000L);
    }

    @Test
    void saysNothingOfAListenerThatIsFast() {
        hear(hearer(thatTakes(Hearer.SLOW_NANOS)), 3);

        assertThat(log).isEmpty();
    }
}
