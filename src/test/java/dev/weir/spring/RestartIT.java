package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** An application that is closed and started again with new classes in the same JVM, as Spring Boot's devtools do it. */
class RestartIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        Thread.currentThread().setContextClassLoader(before);
        server.close();
    }

    @Test
    void leavesNoClassesToThreadsThatGoOn() throws Exception {
        AppLoader first = new AppLoader();
        ConfigurableApplicationContext context = start(first);
        call(context);
        try (AsyncHttpPool other = HttpPool.builder("other").buildAsync()) {
            context.close();

            awaitNoThreadWith(first);
            assertThat(other.toString()).doesNotContain("closed");
        }
    }

    private ConfigurableApplicationContext start(AppLoader loader) throws ClassNotFoundException {
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return BootApp.with(loader.loadClass(App.class.getName())).start();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private void call(ConfigurableApplicationContext context) {
        Thread.currentThread()
                .setContextClassLoader(context.getBean("app").getClass().getClassLoader());
        try {
            RestClient restClient = BootApp.restClient(context);
            WebClient webClient = context.getBean(WebClient.Builder.class).build();
            assertThat(restClient.get().uri(server.uri("/")).retrieve().body(String.class))
                    .isEqualTo("hello");
            assertThat(webClient
                            .get()
                            .uri(server.uri("/"))
                            .retrieve()
                            .bodyToMono(String.class)
                            .block(LIMIT))
                    .isEqualTo("hello");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void awaitNoThreadWith(ClassLoader loader) {
        BootApp.await(() -> Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("weir"))
                .noneMatch(thread -> thread.getContextClassLoader() == loader));
    }

    @Configuration(value = "app", proxyBeanMethods = false)
    static class App {}

    /** Has the classes of the application, and those of libraries from its parent. */
    private static final class AppLoader extends ClassLoader {
        AppLoader() {
            super(RestartIT.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(App.class.getName()) ? own(name) : super.loadClass(name, resolve);
        }

        private synchronized Class<?> own(String name) {
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }

        private Class<?> define(String name) {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
