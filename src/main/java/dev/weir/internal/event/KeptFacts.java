package dev.weir.internal.event;

import dev.weir.event.ExchangeFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a call at one moment. Immutable, except for the end of its connection.
 *
 * @param course when the call began and how it ended
 * @param exchanges the number of its exchanges
 * @param earlier the exchanges before the last one, as far as they are kept
 * @param last the last one; null if there was none
 */
record KeptFacts(
        Course course,
        int exchanges,
        List<ExchangeFacts> earlier,
        @Nullable ExchangeData last) {

    /** When a call began and how it ended; until it has ended, the time of the end means nothing. */
    record Course(
            long begunNanos,
            long endedNanos,
            boolean isEnded,
            boolean isCancelled,
            @Nullable Throwable failure) {

        Duration total() {
            return Duration.ofNanos(isEnded ? endedNanos - begunNanos : 0);
        }
    }

    List<ExchangeFacts> attempts() {
        List<ExchangeFacts> all = new ArrayList<>(earlier);
        if (last != null) {
            all.add(last);
        }
        return List.copyOf(all);
    }

    /** Returns the time before the last exchange asked for its connection. */
    Duration before() {
        if (last == null) {
            return Duration.ZERO;
        }
        long sentNanos = last.moments().sentNanos() - course.begunNanos();
        return Duration.ofNanos(
                Math.max(0, sentNanos - last.got().waitNanos() - last.dial().nanos()));
    }
}
