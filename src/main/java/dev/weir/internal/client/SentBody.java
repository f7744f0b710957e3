package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The body of a request, which tells the call's deadline when it is written. */
final class SentBody extends HttpEntityWrapper {

    private final CallDeadline deadline;

    SentBody(HttpEntity body, CallDeadline deadline) {
        super(body);
        this.deadline = deadline;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        super.writeTo(out);
        deadline.enter(Phase.RESPONSE);
    }
}
