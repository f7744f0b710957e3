package dev.weir.it;

import dev.weir.config.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.ListenerEndpoint;
import org.jspecify.annotations.Nullable;

/** Speaks HTTP/1.1 or HTTP/2 in clear text, and gives one response to everything, or the body of the request. */
final class Server implements AutoCloseable {

    private final AtomicInteger requests = new AtomicInteger();
    private final HttpAsyncServer server;
    private final InetSocketAddress address;

    Server(Protocol protocol, String json) {
        server = H2ServerBootstrap.bootstrap()
                .setVersionPolicy(
                        protocol == Protocol.HTTP_2 ? HttpVersionPolicy.FORCE_HTTP_2 : HttpVersionPolicy.FORCE_HTTP_1)
                .register("*", new Answering(json))
                .create();
        server.start();
        try {
            ListenerEndpoint endpoint = server.listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), URIScheme.HTTP)
                    .get();
            address = (InetSocketAddress) endpoint.getAddress();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    static Server echo(Protocol protocol) {
        return new Server(protocol, "");
    }

    String uri() {
        return host().toURI();
    }

    HttpHost host() {
        return new HttpHost("http", "localhost", address.getPort());
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }

    private final class Answering implements AsyncServerRequestHandler<Message<HttpRequest, String>> {
        private final String json;

        private Answering(String json) {
            this.json = json;
        }

        @Override
        public AsyncRequestConsumer<Message<HttpRequest, String>> prepare(
                HttpRequest request, EntityDetails entity, HttpContext context) {
            return new BasicRequestConsumer<>(entity == null ? null : new StringAsyncEntityConsumer());
        }

        @Override
        public void handle(Message<HttpRequest, String> request, ResponseTrigger trigger, HttpContext context) {
            requests.incrementAndGet();
            try {
                trigger.submitResponse(
                        AsyncResponseBuilder.create(200)
                                .addHeader("Cache-Control", "max-age=60")
                                .addHeader("X-Elastic-Product", "Elasticsearch")
                                .setEntity(answer(request.getBody()), ContentType.APPLICATION_JSON)
                                .build(),
                        context);
            } catch (IOException | HttpException e) {
                throw new IllegalStateException(e);
            }
        }

        private String answer(@Nullable String body) {
            if (!json.isEmpty()) {
                return json;
            }
            return body == null || body.isEmpty() ? "hello" : body;
        }
    }
}
