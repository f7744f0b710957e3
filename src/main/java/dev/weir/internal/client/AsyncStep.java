package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** A step of the chain of a client that does not block, which may send a request more than once. */
abstract class AsyncStep implements AsyncExecChainHandler {

    /** Executes the step. */
    abstract void execute(AsyncWork work) throws HttpException, IOException;

    @Override
    public final void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        execute(new AsyncWork(request, body, scope, chain, caller));
    }
}
