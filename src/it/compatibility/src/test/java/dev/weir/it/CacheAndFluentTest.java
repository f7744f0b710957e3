package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.fluent.Async;
import org.apache.hc.client5.http.fluent.Executor;
import org.apache.hc.client5.http.fluent.Request;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.cache.CachingHttpAsyncClients;
import org.apache.hc.client5.http.impl.cache.CachingHttpClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CacheAndFluentTest {

    @Test
    void theCacheAsksOnce() throws Exception {
        try (Server server = Server.echo(Protocol.HTTP_1_1);
                HttpPool pool = Pools.blocking();
                CloseableHttpClient client = CachingHttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .build()) {
            for (int i = 0; i < 3; i++) {
                String body = client.execute(new HttpGet(server.uri()), r -> EntityUtils.toString(r.getEntity()));
                assertThat(body).isEqualTo("hello");
            }

            assertThat(server.requests()).isOne();
            Pools.assertServed(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void theAsynchronousCacheAsksOnce(Protocol protocol) throws Exception {
        try (Server server = Server.echo(protocol);
                AsyncHttpPool pool = Pools.async(protocol);
                CloseableHttpAsyncClient client = CachingHttpAsyncClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .build()) {
            client.start();
            for (int i = 0; i < 3; i++) {
                assertThat(client.execute(SimpleRequestBuilder.get(server.uri()).build(), null)
                                .get()
                                .getBodyText())
                        .isEqualTo("hello");
            }

            assertThat(server.requests()).isOne();
            Pools.assertServed(pool);
        }
    }

    @Test
    void fluentRequestsGoOverThePool() throws Exception {
        try (Server server = Server.echo(Protocol.HTTP_1_1);
                HttpPool pool = Pools.blocking()) {
            Executor executor = Executor.newInstance(pool.client());

            assertThat(executor.execute(Request.get(server.uri())).returnContent().asString()).isEqualTo("hello");
            assertThat(executor.execute(Request.post(server.uri()).bodyString("body", ContentType.TEXT_PLAIN))
                            .returnContent()
                            .asString())
                    .isEqualTo("body");
            assertThat(Async.newInstance()
                            .use(executor)
                            .execute(Request.get(server.uri()))
                            .get()
                            .asString())
                    .isEqualTo("hello");
            Pools.assertServed(pool);
        }
    }

    @Test
    void fluentRequestsGoOverHttp2() throws Exception {
        try (Server server = Server.echo(Protocol.HTTP_2);
                AsyncHttpPool pool = Pools.async(Protocol.HTTP_2)) {
            Executor executor = Executor.newInstance(pool.blockingClient());

            assertThat(executor.execute(Request.get(server.uri())).returnContent().asString()).isEqualTo("hello");
            Pools.assertServed(pool);
        }
    }
}
