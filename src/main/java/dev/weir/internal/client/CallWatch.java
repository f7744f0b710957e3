package dev.weir.internal.client;

import dev.weir.internal.call.LeaseNotes;
import dev.weir.internal.event.LeaseFactsData;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Has the facts of calls noted for those who want to know them: the log of slow requests, listeners, and callers. Thread-safe.
 *
 * @param slow logs slow calls; null if that is off
 * @param events tells the listeners
 */
record CallWatch(@Nullable SlowRequests slow, RequestEvents events) {

    /** Tells whether the facts of a call are wanted, whoever calls. */
    boolean isWanted() {
        return slow != null || events.isHeard();
    }

    /**
     * Notes that a call begins.
     *
     * @param context its context
     * @param target where it goes to, as far as its caller says; null for where its request says
     * @param request its request; null if that is not known yet
     * @return its facts; null if nobody wants to know them
     */
    @Nullable
    LeaseFactsData begin(HttpContext context, @Nullable HttpHost target, @Nullable HttpRequest request) {
        LeaseFactsData known = LeaseNotes.of(context);
        LeaseFactsData facts = known == null && isWanted() ? LeaseNotes.in(context) : known;
        if (facts == null) {
            return null;
        }
        CalledRequest called = new CalledRequest(target, request);
        facts.begin(System.nanoTime());
        if (isWanted()) {
            facts.whenOver(() -> over(facts, called.last(facts, context)));
        }
        return facts;
    }

    private void over(LeaseFactsData facts, CalledRequest request) {
        if (slow != null) {
            slow.over(facts, request);
        }
        events.ended(request, facts);
    }
}
