package dev.weir.internal.client;

import dev.weir.event.CallFacts;
import dev.weir.event.PoolEvent;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.PoolEvents;
import dev.weir.internal.jfr.FlightRecorder;
import java.net.SocketException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
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

    // Causes may form a ring.
    private static final int MOST_CAUSES = 10;

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
        Called called = new Called(target, request);
        facts.begin(System.nanoTime());
        if (isWanted()) {
            Consumer<PoolEvent.RequestEnded> span = FlightRecorder.request();
            facts.whenOver(() -> over(facts, called.last(facts, context), span));
        }
        return facts;
    }

    private void over(CallNotes facts, Called request, @Nullable Consumer<PoolEvent.RequestEnded> span) {
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
            events.tell(event);
        }
    }

    /** Notes the failure of a call for which a thread waits, if its facts are wanted. */
    static void failed(@Nullable CallNotes facts, HttpRequest request, Throwable failure) {
        if (facts != null && isByCaller(request, failure)) {
            facts.givenUp(System.nanoTime());
        } else if (facts != null) {
            facts.failed(failure, System.nanoTime());
        }
    }

    /**
     * Tells whether a call failed because its caller gave it up: canceled the request or was interrupted. An interrupt
     * closes the socket that a virtual thread reads.
     */
    static boolean isByCaller(HttpRequest request, Throwable failure) {
        boolean isCanceled = request instanceof CancellableDependency cancellable && cancellable.isCancelled();
        boolean isCutOff =
                failure instanceof SocketException && Thread.currentThread().isInterrupted();
        return isCanceled || isCutOff || isOfInterrupt(failure);
    }

    private static boolean isOfInterrupt(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            if (cause instanceof InterruptedException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /**
     * What a call requests.
     *
     * @param target its target, if the caller gave one; null to take it from the request
     * @param request its request; null if that is not known
     */
    record Called(@Nullable HttpHost target, @Nullable HttpRequest request) {

        /** Returns the request that was sent last, which differs after a redirect; this one if none was. */
        Called last(CallNotes facts, HttpContext context) {
            HttpRequest sent = facts.exchange() == null
                    ? null
                    : HttpCoreContext.cast(context).getRequest();
            return sent == null || sent == request ? this : new Called(target, sent);
        }

        @Nullable
        String method() {
            return request == null ? null : request.getMethod();
        }

        /**
         * Returns scheme, host and port; null if they are not known. It leaves out the user info, which must not leak.
         */
        @Nullable
        String route() {
            HttpHost host = host();
            return host == null || host.getPort() < 0 ? null : host.toURI().toLowerCase(Locale.ROOT);
        }

        private @Nullable HttpHost host() {
            if (request == null || request.getAuthority() == null) {
                return target == null ? null : RoutingSupport.normalize(target, null);
            }
            HttpHost named = new HttpHost(request.getScheme(), request.getAuthority());
            return RoutingSupport.normalize(named, null);
        }
    }
}
