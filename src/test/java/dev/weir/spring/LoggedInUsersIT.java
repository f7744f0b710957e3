package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoginScheme;
import dev.weir.testserver.LoginServer;
import dev.weir.testserver.LoopbackServer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;

/** A service whose users log in connections keeps its users apart when the jar is added. */
class LoggedInUsersIT {

    private final LoopbackServer server = LoopbackServer.http()
            .handler(new LoginServer(Map.of("alice", "a", "bob", "b")))
            .start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answerEachUserAsThatUser(boolean isNameless) {
        BootApp.with(isNameless ? Nameless.class : Named.class).test(context -> {
            Users users = context.getBean(Users.class);
            for (String user : new String[] {"alice", "bob", "nobody", "alice", "nobody", "bob"}) {
                users.current().set(user.equals("nobody") ? null : user);

                assertThat(get(context)).isEqualTo("you are " + user);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answerEachUserOfAWebClientAsThatUser(boolean isNameless) {
        BootApp.with(isNameless ? NamelessWeb.class : NamedWeb.class).test(context -> {
            Users users = context.getBean(Users.class);
            WebClient client = context.getBean(WebClient.Builder.class).build();
            for (String user : new String[] {"alice", "bob", "nobody", "alice", "nobody", "bob"}) {
                users.current().set(user.equals("nobody") ? null : user);

                assertThat(get(client, user)).isEqualTo("you are " + user);
            }
        });
    }

    private String get(WebClient client, String user) {
        return String.valueOf(client.get()
                .uri(server.uri(user.equals("nobody") ? "/open" : "/"))
                .retrieve()
                .bodyToMono(String.class)
                .block());
    }

    private String get(ConfigurableApplicationContext context) {
        String user = context.getBean(Users.class).current().get();
        return String.valueOf(BootApp.restClient(context)
                .get()
                .uri(server.uri(user == null ? "/open" : "/"))
                .retrieve()
                .body(String.class));
    }

    /** In whose name the service calls at the moment, as a service knows that of each request it serves. */
    record Users(AtomicReference<@Nullable String> current) {
        Users() {
            this(new AtomicReference<>());
        }

        CredentialsProvider credentials() {
            return (scope, context) -> {
                String user = current.get();
                return user == null
                        ? null
                        : new UsernamePasswordCredentials(
                                user, user.substring(0, 1).toCharArray());
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Named {
        @Bean
        Users users() {
            return new Users();
        }

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> logins(Users users) {
            return builder -> builder.withHttpClientCustomizer(client -> {
                LoginScheme.allow(client);
                client.setDefaultCredentialsProvider(users.credentials());
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Nameless {
        @Bean
        Users users() {
            return new Users();
        }

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> logins(Users users) {
            return builder -> builder.withHttpClientCustomizer(client -> {
                LoginScheme.allowNameless(client);
                client.setDefaultCredentialsProvider(users.credentials());
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NamedWeb {
        @Bean
        Users users() {
            return new Users();
        }

        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder> logins(Users users) {
            return builder -> builder.withHttpClientCustomizer(client -> {
                LoginScheme.allow(client);
                client.setDefaultCredentialsProvider(users.credentials());
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NamelessWeb {
        @Bean
        Users users() {
            return new Users();
        }

        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder> logins(Users users) {
            return builder -> builder.withHttpClientCustomizer(client -> {
                LoginScheme.allowNameless(client);
                client.setDefaultCredentialsProvider(users.credentials());
            });
        }
    }
}
