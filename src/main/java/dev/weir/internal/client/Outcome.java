package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/** The outcome of an exchange, passed once to the steps of the chain that decide how the call goes on. Not thread-safe. */
final class Outcome {

    private final @Nullable ClassicHttpResponse response;
    private final @Nullable IOException failure;

    // Written by the thread of the call.
    private boolean isTold;

    private Outcome(@Nullable ClassicHttpResponse response, @Nullable IOException failure) {
        this.response = response;
        this.failure = failure;
        this.isTold = response == null && failure == null;
    }

    /** Returns the outcome of an exchange that did not take place: the chain makes it. */
    static Outcome none() {
        return new Outcome(null, null);
    }

    static Outcome of(ClassicHttpResponse response) {
        return new Outcome(response, null);
    }

    static Outcome of(IOException failure) {
        return new Outcome(null, failure);
    }

    /** Returns the response, or throws the failure, the first time; returns null from then on. */
    @Nullable
    ClassicHttpResponse tell() throws IOException {
        if (isTold) {
            return null;
        }
        isTold = true;
        if (failure != null) {
            throw failure;
        }
        return response;
    }
}
