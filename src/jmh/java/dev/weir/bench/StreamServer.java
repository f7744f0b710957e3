package dev.weir.bench;

import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;

/** HttpCore's own server, which speaks HTTP/2 and allows a hundred streams on a connection. Thread-safe. */
final class StreamServer implements AutoCloseable {

    private static final int STREAMS = 100;

    private final SessionCount sessions = new SessionCount();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final long delayNanos;
    private final HttpAsyncServer server;
    private final String origin;

    StreamServer(ServerTerms terms) throws ExecutionException, InterruptedException {
        this.delayNanos = TimeUnit.MILLISECONDS.toNanos(terms.thinkMillis());
        H2ServerBootstrap bootstrap = H2ServerBootstrap.bootstrap()
                .setVersionPolicy(terms.isTls() ? HttpVersionPolicy.NEGOTIATE : HttpVersionPolicy.FORCE_HTTP_2)
                .setH2Config(H2Config.custom()
                        .setMaxConcurrentStreams(STREAMS)
                        .setPushEnabled(false)
                        .build())
                .setIOSessionListener(sessions)
                .register("*", new Answers());
        if (terms.isTls()) {
            bootstrap.setTlsStrategy(
                    new H2ServerTlsStrategy(TestCertificates.trusted().serverContext()));
        }
        server = bootstrap.create();
        server.start();
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        URIScheme scheme = terms.isTls() ? URIScheme.HTTPS : URIScheme.HTTP;
        InetSocketAddress bound =
                (InetSocketAddress) server.listen(any, scheme).get().getAddress();
        origin = scheme.id + "://localhost:" + bound.getPort();
    }

    String origin() {
        return origin;
    }

    Server.Connections connections() {
        return sessions.connections();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        server.close(CloseMode.IMMEDIATE);
    }

    private final class Answers implements AsyncServerRequestHandler<Message<HttpRequest, Void>> {
        @Override
        public AsyncRequestConsumer<Message<HttpRequest, Void>> prepare(
                HttpRequest request, EntityDetails details, HttpContext context) {
            return new BasicRequestConsumer<>(details == null ? null : new DiscardingEntityConsumer<Void>());
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // answer fails in no way that anybody could be told of
        public void handle(Message<HttpRequest, Void> request, ResponseTrigger trigger, HttpContext context) {
            if (delayNanos == 0) {
                answer(trigger, context);
            } else {
                timer.schedule(() -> answer(trigger, context), delayNanos, TimeUnit.NANOSECONDS);
            }
        }

        private void answer(ResponseTrigger trigger, HttpContext context) {
            try {
                trigger.submitResponse(
                        AsyncResponseBuilder.create(200)
                                .setEntity(new BasicAsyncEntityProducer(ServerMain.BODY, ContentType.TEXT_PLAIN))
                                .build(),
                        context);
            } catch (HttpException | IOException | IllegalStateException e) {
                // Its stream was closed meanwhile: no caller waits for the response.
            }
        }
    }
}
