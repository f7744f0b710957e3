package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.async.MinimalHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.nio.AsyncClientEndpoint;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MinimalClientsTest {

    private static final int REQUESTS = 100;

    @Test
    void blockingSendsOverThePool() throws Exception {
        try (Server server = Server.echo(Protocol.HTTP_1_1);
                HttpPool pool = Pools.blocking();
                CloseableHttpClient client = HttpClients.createMinimal(pool.connectionManager())) {
            HttpPost post = new HttpPost(server.uri());
            post.setEntity(new StringEntity("body"));

            String got = client.execute(new HttpGet(server.uri()), r -> EntityUtils.toString(r.getEntity()));
            String posted = client.execute(post, r -> EntityUtils.toString(r.getEntity()));

            assertThat(got).isEqualTo("hello");
            assertThat(posted).isEqualTo("body");
            Pools.assertServed(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void asyncSendsOneAfterTheOther(Protocol protocol) throws Exception {
        try (Server server = Server.echo(protocol);
                AsyncHttpPool pool = Pools.async(protocol);
                MinimalHttpAsyncClient client = HttpAsyncClients.createMinimal(pool.connectionManager())) {
            client.start();

            for (int i = 0; i < REQUESTS; i++) {
                SimpleHttpRequest post = SimpleRequestBuilder.post(server.uri())
                        .setBody("body" + i, ContentType.TEXT_PLAIN)
                        .build();
                assertThat(client.execute(post, null).get().getBodyText()).isEqualTo("body" + i);
            }
            assertThat(pool.snapshot().routes().get(0).opened()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void asyncSendsAtOnce(Protocol protocol) throws Exception {
        try (Server server = Server.echo(protocol);
                AsyncHttpPool pool = Pools.async(protocol);
                MinimalHttpAsyncClient client = HttpAsyncClients.createMinimal(pool.connectionManager())) {
            client.start();
            List<Future<SimpleHttpResponse>> responses = new ArrayList<>();

            for (int i = 0; i < REQUESTS; i++) {
                responses.add(client.execute(SimpleRequestBuilder.get(server.uri()).build(), null));
            }

            for (Future<SimpleHttpResponse> response : responses) {
                assertThat(response.get().getBodyText()).isEqualTo("hello");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void aLeasedEndpointTakesSeveralRequests(Protocol protocol) throws Exception {
        try (Server server = Server.echo(protocol);
                AsyncHttpPool pool = Pools.async(protocol);
                MinimalHttpAsyncClient client = HttpAsyncClients.createMinimal(pool.connectionManager())) {
            client.start();
            AsyncClientEndpoint endpoint = client.lease(server.host(), null).get();
            List<Future<SimpleHttpResponse>> responses = new ArrayList<>();

            for (int i = 0; i < 5; i++) {
                responses.add(endpoint.execute(
                        SimpleRequestProducer.create(
                                SimpleRequestBuilder.get(server.uri()).build()),
                        SimpleResponseConsumer.create(),
                        HttpCoreContext.create(),
                        null));
            }

            for (Future<SimpleHttpResponse> response : responses) {
                assertThat(response.get().getBodyText()).isEqualTo("hello");
            }
            endpoint.releaseAndReuse();
            Pools.assertServed(pool);
        }
    }
}
