package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import feign.AsyncFeign;
import feign.Feign;
import feign.RequestLine;
import feign.hc5.ApacheHttp5Client;
import feign.hc5.AsyncApacheHttp5Client;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeignTest {

    @Test
    void callsOverThePool() {
        try (Server server = Server.echo(Protocol.HTTP_1_1);
                HttpPool pool = Pools.blocking()) {
            Api api = Feign.builder()
                    .client(new ApacheHttp5Client(pool.client()))
                    .target(Api.class, server.uri());

            assertThat(api.get()).isEqualTo("hello");
            assertThat(api.post("body")).isEqualTo("body");
            Pools.assertServed(pool);
        }
    }

    @Test
    void callsOverHttp2() {
        try (Server server = Server.echo(Protocol.HTTP_2);
                AsyncHttpPool pool = Pools.async(Protocol.HTTP_2)) {
            Api api = Feign.builder()
                    .client(new ApacheHttp5Client(pool.blockingClient()))
                    .target(Api.class, server.uri());

            assertThat(api.post("body")).isEqualTo("body");
            Pools.assertServed(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void callsWithoutBlocking(Protocol protocol) {
        try (Server server = Server.echo(protocol);
                AsyncHttpPool pool = Pools.async(protocol)) {
            AsyncApi api = AsyncFeign.<HttpClientContext>builder()
                    .client(new AsyncApacheHttp5Client(pool.client()))
                    .target(AsyncApi.class, server.uri());

            assertThat(api.get().join()).isEqualTo("hello");
            Pools.assertServed(pool);
        }
    }

    interface Api {
        @RequestLine("GET /")
        String get();

        @RequestLine("POST /")
        String post(String body);
    }

    interface AsyncApi {
        @RequestLine("GET /")
        CompletableFuture<String> get();
    }
}
