package dev.weir.internal.client;

import dev.weir.internal.callback.BlockingCalls;
import dev.weir.internal.event.CallNotes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Lets blocking code use an asynchronous client: the calling thread waits, and whatever ends its wait (a timeout, an
 * interrupt, a closed response) also ends the exchange. Closing it closes nothing. Thread-safe.
 *
 * <p>It waits without a limit of its own: the pool's {@code read} and {@code total} end the exchange, and with it the wait.
 */
public final class BlockingClient extends SharedClient {

    private static final long MOST_COPIED_BYTES = 64 * 1024;

    private final AsyncPoolClient client;

    /**
     * Creates the client.
     *
     * @param client what does the work
     */
    public BlockingClient(AsyncPoolClient client) {
        this.client = client;
    }

    @Override
    @SuppressWarnings("deprecation") // as HttpClient's own client does
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext given) throws IOException {
        BlockingCalls.check();
        HttpContext context = given == null ? HttpClientContext.create() : given;
        HttpEntity entity = request.getEntity();
        BlockingBody body = entity == null || isShort(entity) ? null : new BlockingBody(request, entity);
        AsyncRequestProducer producer = body != null ? body : copied(request);
        BlockingAnswer answer = new BlockingAnswer(body);
        Future<Void> future = client.execute(target, producer, answer, null, context, answer);
        boolean answered = false;
        try { // from here on the exchange must be ended, whatever fails
            if (request instanceof CancellableDependency cancellable) {
                cancellable.setDependency(() -> future.cancel(true));
            }
            if (body != null) {
                send(body, answer, future);
            }
            CloseableHttpResponse response = response(answer, future);
            answered = true;
            return response;
        } catch (InterruptedException e) {
            IOException failure = BlockingAnswer.interrupted(e);
            CallWatch.failed(CallNotes.of(context), request, failure);
            throw failure;
        } catch (Throwable e) {
            // Before the exchange is given up, which would report a cancellation.
            CallWatch.failed(CallNotes.of(context), request, e);
            throw e;
        } finally {
            if (!answered) {
                future.cancel(true);
            }
        }
    }

    // A short body is copied, so that it can be sent again; a long one is streamed once, as it is written.
    private static boolean isShort(HttpEntity body) {
        return body.isRepeatable() && body.getContentLength() >= 0 && body.getContentLength() <= MOST_COPIED_BYTES;
    }

    private static AsyncRequestProducer copied(ClassicHttpRequest request) throws IOException {
        HttpEntity body = request.getEntity();
        if (body == null) {
            return new BasicRequestProducer(request, null);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) body.getContentLength());
        body.writeTo(bytes);
        if (body.getContentEncoding() != null && !request.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            request.setHeader(HttpHeaders.CONTENT_ENCODING, body.getContentEncoding());
        }
        ContentType type = ContentType.parseLenient(body.getContentType());
        return new BasicRequestProducer(request, new BasicAsyncEntityProducer(bytes.toByteArray(), type));
    }

    private static void send(BlockingBody request, BlockingAnswer answer, Future<Void> future)
            throws IOException, InterruptedException {
        answer.uploading(true);
        try {
            request.send();
        } catch (IOException e) {
            if (!answer.isWhole()) {
                throw e;
            }
            future.cancel(true); // the response is there, and the rest of the request is not wanted
        } finally {
            answer.uploading(false);
        }
    }

    @SuppressWarnings("deprecation") // as HttpClient's own client does
    private static CloseableHttpResponse response(BlockingAnswer answer, Future<Void> future)
            throws IOException, InterruptedException {
        BlockingAnswer.Head head = answer.await();
        HttpResponse from = head.response();
        ClassicHttpResponse response = new BasicClassicHttpResponse(from.getCode(), from.getReasonPhrase());
        response.setVersion(from.getVersion());
        response.setHeaders(from.getHeaders());
        Runnable giveUp = () -> {
            answer.leave();
            future.cancel(true);
        };
        if (head.body() instanceof CodedBody coded) { // decoded as it is read: no more than a window is ever unread
            response.setEntity(coded.decoded(AnswerBody.of(answer, from, coded.wire(), giveUp)));
        } else if (head.body() != null) {
            response.setEntity(AnswerBody.of(answer, from, head.body(), giveUp));
        }
        HttpEntity body = response.getEntity();
        return CloseableHttpResponse.create(response, (whole, mode) -> {
            try {
                if (!answer.isWhole()) {
                    giveUp.run(); // over HTTP/2 the stream is reset at once, which frees its place
                }
            } finally {
                Reference.reachabilityFence(body); // held by the code that can close the response
            }
        });
    }

    /** The default configuration of requests: callers that change a part of it for one request start with this. */
    @Override
    protected AsyncPoolClient behind() {
        return client;
    }
}
