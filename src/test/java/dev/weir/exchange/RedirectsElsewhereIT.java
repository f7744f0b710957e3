package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes along where a redirect leads to another origin. */
class RedirectsElsewhereIT {

    private static final String[] SECRETS = {"Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key"};

    private final LoopbackServer other = LoopbackServer.http()
            .handler(exchange -> {
                StringBuilder seen = new StringBuilder(exchange.method());
                for (String name : SECRETS) {
                    exchange.headers()
                            .first(name)
                            .ifPresent(value -> seen.append(' ').append(name));
                }
                exchange.headers()
                        .first("Accept-Language")
                        .ifPresent(value -> seen.append(' ').append(value));
                exchange.ok(seen + " " + exchange.bodyText());
            })
            .start();
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                exchange.body();
                int status = Integer.parseInt(exchange.target().substring(1));
                exchange.respond(status, "moved".getBytes(UTF_8), "Location", other.origin() + "/there");
            })
            .start();

    @AfterEach
    void stop() {
        server.close();
        other.close();
    }

    /** The clients of pools. */
    private enum Client {
        BLOCKING {
            @Override
            String send(Call call, boolean isHttpClients) throws Exception {
                try (HttpPool pool = PatientPool.builder("shop")
                        .customizeClient(client -> {
                            if (isHttpClients) {
                                client.setRedirectStrategy(DefaultRedirectStrategy.INSTANCE);
                            }
                        })
                        .build()) {
                    return call.by(pool.client());
                }
            }
        },
        ASYNC {
            @Override
            String send(Call call, boolean isHttpClients) throws Exception {
                try (AsyncHttpPool pool = async(isHttpClients)) {
                    SimpleRequestBuilder request = SimpleRequestBuilder.create(call.method)
                            .setUri(call.uri)
                            .addHeader("Accept-Language", "nl");
                    for (String name : call.headers) {
                        request.addHeader(name, "secret");
                    }
                    if (call.body != null) {
                        request.setBody(call.body, ContentType.TEXT_PLAIN);
                    }
                    SimpleHttpResponse response = pool.send(request.build()).get(30, TimeUnit.SECONDS);
                    return response.getCode() + " " + response.getBodyText();
                }
            }
        },
        BLOCKING_OVER_ASYNC {
            @Override
            String send(Call call, boolean isHttpClients) throws Exception {
                try (AsyncHttpPool pool = async(isHttpClients)) {
                    return call.by(pool.blockingClient());
                }
            }
        };

        abstract String send(Call call, boolean isHttpClients) throws Exception;

        static AsyncHttpPool async(boolean isHttpClients) {
            return PatientPool.builder("shop")
                    .customizeAsyncClient(client -> {
                        if (isHttpClients) {
                            client.setRedirectStrategy(DefaultRedirectStrategy.INSTANCE);
                        }
                    })
                    .buildAsync();
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Call(String method, String uri, @Nullable String body, String... headers) {
        String by(CloseableHttpClient client) throws IOException {
            ClassicRequestBuilder request =
                    ClassicRequestBuilder.create(method).setUri(uri).addHeader("Accept-Language", "nl");
            for (String name : headers) {
                request.addHeader(name, "secret");
            }
            if (body != null) {
                request.setEntity(body, ContentType.TEXT_PLAIN);
            }
            return client.execute(
                    request.build(), response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
        }
    }

    private Call call(int status, String method, @Nullable String body, String... headers) {
        return new Call(method, server.uri("/" + status).toString(), body, headers);
    }

    @ParameterizedTest
    @EnumSource
    void secretsStayBehind(Client client) throws Exception {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            assertThat(client.send(call(status, "GET", null, SECRETS), false)).isEqualTo("200 GET nl ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodiesStayBehind(Client client) throws Exception {
        for (int status : new int[] {307, 308}) {
            assertThat(client.send(call(status, "POST", "secret"), false)).isEqualTo(status + " moved");
            assertThat(client.send(call(status, "PUT", "secret"), false)).isEqualTo(status + " moved");
            assertThat(client.send(call(status, "GET", "secret"), false)).isEqualTo(status + " moved");
        }
        assertThat(client.send(call(302, "PUT", "secret"), false)).isEqualTo("302 moved");
        assertThat(other.requests()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aPostThatBecomesAGetIsFollowed(Client client) throws Exception {
        assertThat(client.send(call(303, "POST", "secret", SECRETS), false)).isEqualTo("200 GET ");
    }

    @ParameterizedTest
    @EnumSource
    void allFollowsWithHttpClientsOwnStrategy(Client client) throws Exception {
        assertThat(client.send(call(308, "POST", "body", "X-Api-Key"), true)).isEqualTo("200 POST X-Api-Key nl body");
    }

    @ParameterizedTest
    @EnumSource
    void allFollowsOnTheSameOrigin(Client client) throws Exception {
        other.handler(exchange -> {
            if (exchange.target().equals("/to")) {
                exchange.ok(exchange.headers().first("X-Api-Key").orElse("none") + " " + exchange.bodyText());
            } else {
                exchange.body();
                exchange.respond(308, new byte[0], "Location", "/to");
            }
        });

        assertThat(client.send(new Call("POST", other.uri("/from").toString(), "body", "X-Api-Key"), false))
                .isEqualTo("200 secret body");
    }
}
