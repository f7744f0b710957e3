package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** The first request of all, which looks up beans, while another thread makes a bean that makes requests. */
class FirstRequestIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void letsABeanMakeARequestMeanwhile() throws Exception {
        ConfigurableApplicationContext context = BootApp.with(Token.class).start();
        RestClient client = BootApp.restClient(context);

        meet(context, () -> client.get().uri(server.uri("/")).retrieve().body(String.class));
    }

    @Test
    void letsABeanMakeAReactiveRequestMeanwhile() throws Exception {
        ConfigurableApplicationContext context = BootApp.with(Token.class).start();
        WebClient client = context.getBean(WebClient.Builder.class).build();

        meet(
                context,
                () -> client.get()
                        .uri(server.uri("/"))
                        .retrieve()
                        .bodyToMono(String.class)
                        .block());
    }

    // The context stays open if they block each other, because it would never close.
    private static void meet(ConfigurableApplicationContext context, Supplier<String> request) throws Exception {
        FutureTask<String> first = new FutureTask<>(request::get);
        Thread firstCaller = daemon(first);
        Token token = context.getBean(Token.class);
        token.maker = () -> {
            firstCaller.start();
            Site.await(() -> first.isDone() || firstCaller.getState() == Thread.State.WAITING);
            return request.get();
        };
        FutureTask<String> second = new FutureTask<>(() -> context.getBean("token", String.class));
        daemon(second).start();

        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("hello");
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("hello");
        context.close();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** A lazy bean that is made by a request. */
    @Configuration(proxyBeanMethods = false)
    static class Token {

        private volatile Supplier<String> maker = () -> "";

        @Bean
        @Lazy
        String token() {
            return maker.get();
        }
    }
}
