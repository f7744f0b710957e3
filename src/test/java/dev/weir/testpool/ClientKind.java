package dev.weir.testpool;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** All ways to send a request over HTTP/1.1 by way of a pool, with a client of the pool's or of the user's own. */
public enum ClientKind {
    BLOCKING {
        @Override
        public PoolCaller open(HttpPoolBuilder pool, Setup setup) {
            HttpPool built = pool.customizeClient(setup.blocking()).build();
            return new PoolCaller(built, blocking(built.client()), () -> {});
        }
    },

    ASYNC {
        @Override
        public PoolCaller open(HttpPoolBuilder pool, Setup setup) {
            AsyncHttpPool built = asyncPool(pool, setup);
            return new PoolCaller(built, async(built.client()), () -> {});
        }
    },

    BLOCKING_CLIENT {
        @Override
        public PoolCaller open(HttpPoolBuilder pool, Setup setup) {
            AsyncHttpPool built = asyncPool(pool, setup);
            return new PoolCaller(built, blocking(built.blockingClient()), () -> {});
        }
    },

    OWN_BLOCKING {
        @Override
        public PoolCaller open(HttpPoolBuilder pool, Setup setup) {
            HttpPool built = pool.build();
            HttpClientBuilder builder = HttpClients.custom()
                    .setConnectionManager(built.connectionManager())
                    .setConnectionManagerShared(true);
            setup.blocking().accept(builder);
            CloseableHttpClient client = builder.build();
            return new PoolCaller(built, blocking(client), client);
        }
    },

    OWN_ASYNC {
        @Override
        public PoolCaller open(HttpPoolBuilder pool, Setup setup) {
            AsyncHttpPool built = pool.protocol(Protocol.HTTP_1_1).buildAsync();
            HttpAsyncClientBuilder builder = HttpAsyncClients.custom()
                    .setConnectionManager(built.connectionManager())
                    .setConnectionManagerShared(true);
            setup.async().accept(builder);
            CloseableHttpAsyncClient client = builder.build();
            client.start();
            return new PoolCaller(built, async(client), client);
        }
    };

    /**
     * What is done to the builder of the client.
     *
     * @param blocking to that of a blocking one
     * @param async to that of an asynchronous one
     */
    public record Setup(Consumer<HttpClientBuilder> blocking, Consumer<HttpAsyncClientBuilder> async) {
        public Setup through(HttpHost proxy) {
            return new Setup(
                    blocking.andThen(builder -> builder.setProxy(proxy)),
                    async.andThen(builder -> builder.setProxy(proxy)));
        }
    }

    /** Sends a request without a body; returns the status and the body. */
    @FunctionalInterface
    public interface Call {
        String send(String method, String uri, HttpClientContext context) throws IOException;
    }

    public abstract PoolCaller open(HttpPoolBuilder pool, Setup setup);

    public PoolCaller open(HttpPoolBuilder pool) {
        return open(pool, new Setup(client -> {}, client -> {}));
    }

    private static AsyncHttpPool asyncPool(HttpPoolBuilder pool, Setup setup) {
        return pool.protocol(Protocol.HTTP_1_1)
                .customizeAsyncClient(setup.async())
                .buildAsync();
    }

    public static Call blocking(CloseableHttpClient client) {
        return (method, uri, context) ->
                client.execute(new HttpUriRequestBase(method, URI.create(uri)), context, response -> {
                    HttpEntity body = response.getEntity();
                    return response.getCode() + " " + (body == null ? "" : EntityUtils.toString(body));
                });
    }

    public static Call async(CloseableHttpAsyncClient client) {
        return (method, uri, context) -> sent(
                client.execute(SimpleRequestBuilder.create(method).setUri(uri).build(), context, null));
    }

    private static String sent(Future<SimpleHttpResponse> answer) throws IOException {
        try {
            SimpleHttpResponse response = answer.get();
            return response.getCode() + " " + (response.getBodyText() == null ? "" : response.getBodyText());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
