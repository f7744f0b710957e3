package dev.weir.internal.async;

import dev.weir.internal.event.LeaseFactsData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Notes when the head and the end of a response arrive, before the caller has them, if the caller wants these facts. As
 * thread-safe as the caller's own handler.
 */
final class NotedExchange implements AsyncClientExchangeHandler {

    private final AsyncClientExchangeHandler caller;
    private final LeaseFactsData facts;
    // Which of the call's exchanges it is.
    private final @Nullable Object exchange;

    NotedExchange(AsyncClientExchangeHandler caller, LeaseFactsData facts) {
        this.caller = caller;
        this.facts = facts;
        this.exchange = facts.exchange();
    }

    /** Notes the stream of the request. */
    void onStream(int id) {
        facts.onStream(id);
    }

    @Override
    public void consumeResponse(HttpResponse response, @Nullable EntityDetails body, HttpContext context)
            throws HttpException, IOException {
        facts.answered(response.getCode(), System.nanoTime());
        if (body == null) {
            facts.ended(exchange, null, System.nanoTime());
        }
        caller.consumeResponse(response, body, context);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        facts.ended(exchange, null, System.nanoTime());
        caller.streamEnd(trailers);
    }

    @Override
    public void failed(Exception cause) {
        facts.ended(exchange, cause, System.nanoTime());
        caller.failed(cause);
    }

    @Override
    public void cancel() {
        caller.cancel();
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        caller.produceRequest(channel, context);
    }

    @Override
    public int available() {
        return caller.available();
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        caller.produce(channel);
    }

    @Override
    public void consumeInformation(HttpResponse response, HttpContext context) throws HttpException, IOException {
        caller.consumeInformation(response, context);
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        caller.updateCapacity(channel);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        caller.consume(bytes);
    }

    @Override
    public void releaseResources() {
        caller.releaseResources();
    }
}
