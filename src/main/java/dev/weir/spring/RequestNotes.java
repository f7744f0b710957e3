package dev.weir.spring;

import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Tells the observation of each request how it got its connection. Free of Micrometer's types. Thread-safe. */
interface RequestNotes {

    /** Observes nothing. */
    RequestNotes NONE = new RequestNotes() {
        @Override
        public @Nullable Runnable begin(String pool, HttpContext context) {
            return null;
        }

        @Override
        public @Nullable Runnable begin(String pool, HttpContext context, Object observation) {
            return null;
        }
    };

    /**
     * Begins to observe a request of the calling thread.
     *
     * @param pool the name of the pool
     * @param context the context that the request is executed with
     * @return what tells the observation, to be run when the response is there or the request has failed; null if nothing
     *     observes
     */
    @Nullable
    Runnable begin(String pool, HttpContext context);

    /** Begins to observe a request by an observation that is no matter of the calling thread. */
    @Nullable
    Runnable begin(String pool, HttpContext context, Object observation);
}
