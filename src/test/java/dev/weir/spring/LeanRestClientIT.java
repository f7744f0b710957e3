package dev.weir.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.DefaultAuthenticationStrategy;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClient;

/** Clients that Boot builds leave out what HttpClient prepares for authentication, unless a program asks for it. */
class LeanRestClientIT {

    private static final String CREDENTIALS = "Basic dXNlcjpwYXNz"; // user:pass

    private final List<String> seen = new CopyOnWriteArrayList<>();

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().handler(this::answer).start();
        Contexts.SEEN.clear();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void answer(Exchange exchange) throws IOException {
        String body = exchange.bodyText();
        Map<String, String> headers = new TreeMap<>();
        exchange.headers().forEach(headers::put);
        seen.add(exchange.method() + " " + exchange.target() + " " + headers + " " + body);
        boolean isAllowed = exchange.headers().first("Authorization").equals(Optional.of(CREDENTIALS));
        if (exchange.target().startsWith("/guarded") && !isAllowed) {
            exchange.respond(401, "no".getBytes(UTF_8), "WWW-Authenticate", "Basic realm=\"test\"");
        } else {
            exchange.respond(200, "yes".getBytes(UTF_8));
        }
    }

    @Test
    void prepareNoAuthentication() {
        BootApp.with(Contexts.class).test(context -> {
            get(context, "/");

            assertThat(Contexts.SEEN)
                    .singleElement()
                    .satisfies(each -> assertThat(each.getAuthExchanges()).isEmpty());
        });
    }

    @Test
    void sendWhatTheySendWithoutUs() {
        BootApp.run(this::getAndPost);
        BootApp.run(this::getAndPost, "weir.enabled=false");

        assertThat(seen).hasSize(6);
        assertThat(seen.subList(0, 3)).isEqualTo(seen.subList(3, 6));
    }

    private void getAndPost(ConfigurableApplicationContext context) {
        get(context, "/a%20b//c?d=e");
        RestClient client = BootApp.restClient(context);
        client.post().uri(server.uri("/post")).body("sent").retrieve().toBodilessEntity();
        client.post()
                .uri(server.uri("/json"))
                .body(Map.of("key", "value"))
                .retrieve()
                .toBodilessEntity();
    }

    @Test
    void answerChallengesWithWhatCustomizersKnow() {
        BootApp.with(Known.class)
                .test(context -> assertThat(get(context, "/guarded")).isEqualTo(HttpStatusCode.valueOf(200)));

        assertThat(seen).hasSize(2);
        assertThat(Known.STRATEGY.asked).hasSize(1);
    }

    private HttpStatusCode get(ConfigurableApplicationContext context, String path) {
        return BootApp.restClient(context)
                .get()
                .uri(server.uri(path))
                .retrieve()
                .toBodilessEntity()
                .getStatusCode();
    }

    @Configuration(proxyBeanMethods = false)
    static class Contexts {
        static final List<HttpClientContext> SEEN = new CopyOnWriteArrayList<>();

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> watched() {
            return builder -> builder.withHttpClientCustomizer(client -> client.addResponseInterceptorLast(
                    (response, body, context) -> SEEN.add(HttpClientContext.cast(context))));
        }
    }

    /** Asks as HttpClient asks, and remembers for what. */
    private static final class Strategy extends DefaultAuthenticationStrategy {
        private final List<String> asked = new CopyOnWriteArrayList<>();

        @Override
        protected List<String> getSchemePriority() {
            asked.add("once");
            return super.getSchemePriority();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Known {
        static final Strategy STRATEGY = new Strategy();

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> known() {
            return builder -> builder.withHttpClientCustomizer(Known::authenticate);
        }

        private static void authenticate(HttpClientBuilder client) {
            BasicCredentialsProvider credentials = new BasicCredentialsProvider();
            credentials.setCredentials(
                    new AuthScope(null, -1), new UsernamePasswordCredentials("user", "pass".toCharArray()));
            client.setDefaultCredentialsProvider(credentials).setTargetAuthenticationStrategy(STRATEGY);
        }
    }
}
