package dev.weir.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;
import org.jspecify.annotations.Nullable;

/**
 * A server of HttpCore's for HTTP/2 with TLS on the loopback interface, which counts what it gets. Requests to {@code /held}
 * are answered when the test says so; all others at once, with their body or their path.
 */
public final class Http2Server implements AutoCloseable {

    private final HttpAsyncServer server;
    private final int port;
    private final int closesAfter;
    private final Map<Object, Line> lines = new ConcurrentHashMap<>();
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private volatile boolean open = true;
    private volatile boolean offersHttp2 = true;
    private volatile boolean demandsLogins;
    private volatile int status = 200;
    private final AtomicInteger loginsBegun = new AtomicInteger();

    /** A connection: its session, how many requests it brought, and how many are being answered. */
    private record Line(IOSession session, AtomicInteger requests, AtomicInteger active) {}

    private Http2Server(HttpVersionPolicy policy, int maxStreams, int closesAfter) {
        this.closesAfter = closesAfter;
        this.server = H2ServerBootstrap.bootstrap()
                .setVersionPolicy(policy)
                .setTlsStrategy(
                        new H2ServerTlsStrategy(TestCertificates.trusted().serverContext(), this::agree, null))
                .setH2Config(H2Config.custom()
                        .setMaxConcurrentStreams(maxStreams)
                        .setPushEnabled(false)
                        .build())
                .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(2).build())
                .setIOSessionListener(new Sessions())
                .register("*", new Answers())
                .create();
        server.start();
        this.port = listen();
    }

    /** Starts a server that allows so many streams per connection. */
    public static Http2Server allowing(int maxStreams) {
        return new Http2Server(HttpVersionPolicy.NEGOTIATE, maxStreams, Integer.MAX_VALUE);
    }

    /**
     * Starts a server that sends GOAWAY on each connection after so many requests, and refuses the streams that come later.
     */
    public static Http2Server closingAfter(int requests) {
        return new Http2Server(HttpVersionPolicy.NEGOTIATE, 100, requests);
    }

    /** Starts a server that speaks HTTP/1.1 only. */
    public static Http2Server ofHttp1() {
        return new Http2Server(HttpVersionPolicy.FORCE_HTTP_1, 100, Integer.MAX_VALUE);
    }

    private int listen() {
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            return ((InetSocketAddress)
                            server.listen(any, URIScheme.HTTPS).get().getAddress())
                    .getPort();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void agree(NamedEndpoint ignored, SSLEngine engine) {
        if (!offersHttp2) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"http/1.1"});
            engine.setSSLParameters(parameters);
        }
    }

    /** Says whether the handshakes of further connections may agree on HTTP/2. */
    public void offersHttp2(boolean offers) {
        offersHttp2 = offers;
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "https://localhost:" + port;
    }

    /** Refuses every request from now on, and asks for a {@link Login}. */
    public void demandLogins() {
        demandsLogins = true;
    }

    /** Gives all its responses a status from now on. */
    public void respondsWith(int newStatus) {
        status = newStatus;
    }

    /** How many requests came with the credentials of a login. */
    public int loginsBegun() {
        return loginsBegun.get();
    }

    /** How many connections were made. */
    public int accepted() {
        return accepted.get();
    }

    /** How many connections are open. */
    public int open() {
        return lines.size();
    }

    /** How many requests were executed. */
    public int requests() {
        return requests.get();
    }

    /** How many requests wait to be answered. */
    public int held() {
        return held.size();
    }

    /** How many requests were under way on one connection at once, at most. */
    public int mostAtOnce() {
        return most.get();
    }

    /** Answers the requests that are held, and those to come at once. */
    public void release() {
        open = false;
        answerHeld();
    }

    /** Answers the requests that are held at the moment. */
    public void answerHeld() {
        for (Runnable next = held.poll(); next != null; next = held.poll()) {
            next.run();
        }
    }

    /** Sends GOAWAY on all connections: streams under way are answered. */
    public void goAway() {
        lines.values()
                .forEach(line ->
                        line.session().enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE));
    }

    /** Cuts all connections. */
    public void cut() {
        lines.values().forEach(line -> line.session().close(CloseMode.IMMEDIATE));
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }

    private final class Answers implements AsyncServerRequestHandler<Message<HttpRequest, String>> {
        @Override
        public AsyncRequestConsumer<Message<HttpRequest, String>> prepare(
                HttpRequest request, EntityDetails details, HttpContext context) {
            return new BasicRequestConsumer<>(details == null ? null : new StringAsyncEntityConsumer());
        }

        @Override
        public void handle(Message<HttpRequest, String> message, ResponseTrigger trigger, HttpContext context)
                throws HttpException, IOException {
            requests.incrementAndGet();
            if (demandsLogins) {
                loginsBegun.addAndGet(message.getHead().containsHeader("Authorization") ? 1 : 0);
                trigger.submitResponse(
                        AsyncResponseBuilder.create(401)
                                .addHeader("WWW-Authenticate", Login.SCHEME)
                                .build(),
                        context);
                return;
            }
            @Nullable
            Line line =
                    lines.get(HttpCoreContext.cast(context).getEndpointDetails().getRemoteAddress());
            String path = message.getHead().getPath();
            String body = bodyOf(message);
            if (line != null) {
                most.accumulateAndGet(line.active().incrementAndGet(), Math::max);
                if (line.requests().incrementAndGet() == closesAfter) {
                    line.session().enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE);
                }
            }
            if (path.startsWith("/held") && open) {
                held.add(() -> answer(trigger, body, line, context));
            } else {
                answer(trigger, body, line, context);
            }
        }

        private String bodyOf(Message<HttpRequest, String> message) {
            if (message.getHead().getPath().equals("/agent")) {
                Header agent = message.getHead().getFirstHeader("User-Agent");
                return agent == null ? "" : agent.getValue();
            }
            return message.getBody() != null
                    ? message.getBody()
                    : message.getHead().getPath();
        }

        private void answer(ResponseTrigger trigger, String body, @Nullable Line line, HttpContext context) {
            if (line != null) {
                line.active().decrementAndGet();
            }
            try {
                trigger.submitResponse(
                        AsyncResponseBuilder.create(status)
                                .setEntity(new BasicAsyncEntityProducer(
                                        body.getBytes(StandardCharsets.UTF_8), ContentType.TEXT_PLAIN))
                                .build(),
                        context);
            } catch (HttpException | IOException | IllegalStateException e) {
                // Its stream was closed meanwhile: no caller waits for the response.
            }
        }
    }

    private final class Sessions implements IOSessionListener {
        @Override
        public void connected(IOSession session) {
            if (lines.putIfAbsent(
                            session.getRemoteAddress(), new Line(session, new AtomicInteger(), new AtomicInteger()))
                    == null) {
                accepted.incrementAndGet();
            }
        }

        @Override
        public void startTls(IOSession session) {
            connected(session);
        }

        @Override
        public void disconnected(IOSession session) {
            lines.values().removeIf(line -> line.session().getId().equals(session.getId()));
        }

        @Override
        public void inputReady(IOSession session) {}

        @Override
        public void outputReady(IOSession session) {}

        @Override
        public void timeout(IOSession session) {}

        @Override
        public void exception(IOSession session, Exception failure) {}
    }
}
