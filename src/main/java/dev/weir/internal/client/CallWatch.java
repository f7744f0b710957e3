package dev.weir.internal.client;

import dev.weir.event.CallFacts;
import dev.weir.event.PoolEvent;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.jfr.FlightRecorder;
import dev.weir.internal.pool.PoolEvents;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Collects the facts of calls for their readers: the log of slow requests, listeners, the flight recorder, and callers.
 * Thread-safe.
 *
 * @param pool the name of the pool
 * @param slow logs slow calls; null if that is off
 * @param events tells the listeners
 */
record CallWatch(String pool, @Nullable SlowRequests slow, PoolEvents events) {

    /** Tells whether the facts of every call are wanted. */
    boolean isWanted() {
        return slow != null || events.isHeardOfRequests() || FlightRecorder.wantsRequests();
    }

    /**
     * Notes that a call begins.
     *
     * @param context its context
     * @param target its target, if the caller gave one; null to take it from the request
     * @param request its request; null if that is not known yet
     * @return its facts; null if they are not wanted
     */
    @Nullable
    CallNotes begin(HttpContext context, @Nullable HttpHost target, @Nullable HttpRequest request) {
        CallNotes known = CallNotes.of(context);
        boolean isFree = known == null || known.isOfOneCall();
        CallNotes facts = isFree && isWanted() ? CallNotes.ofOneCallIn(context) : known;
        if (facts == null) {
            return null;
        }
        CalledRequest called = new CalledRequest(target, request);
        facts.begin(System.nanoTime());
        if (isWanted()) {
            Consumer<PoolEvent.RequestEnded> span = FlightRecorder.request();
            facts.whenOver(() -> over(facts, called.last(facts, context), span));
        }
        return facts;
    }

    private void over(CallNotes facts, CalledRequest request, @Nullable Consumer<PoolEvent.RequestEnded> span) {
        CallFacts now = facts.now();
        if (slow != null) {
            slow.over(now, request);
        }
        if (span != null || events.isHeardOfRequests()) {
            String sentTo = facts.route();
            String route = sentTo == null ? request.route() : sentTo;
            PoolEvent.RequestEnded event = new PoolEvent.RequestEnded(
                    pool, Optional.ofNullable(route), Optional.ofNullable(request.method()), now);
            if (span != null) {
                span.accept(event);
            }
            events.requestEnded(event);
        }
    }
}
