package dev.weir.internal.client;

import dev.weir.internal.call.CallProgress;
import dev.weir.internal.event.CallNotes;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.jspecify.annotations.Nullable;

/**
 * The context of a call whose caller passed none. It has fields for the call and its facts, because the
 * first attribute of a context costs a map. Not thread-safe, like any context.
 */
final class CallContext extends HttpClientContext implements CallProgress.Place {

    // Both written only by the caller's thread, before others see the call.
    private @Nullable CallNotes facts;
    private @Nullable CallProgress call;

    @Override
    public @Nullable CallNotes facts() {
        return facts;
    }

    @Override
    public void facts(CallNotes wanted) {
        facts = wanted;
    }

    @Override
    public @Nullable CallProgress call() {
        return call;
    }

    @Override
    public void call(CallProgress latest) {
        call = latest;
    }
}
