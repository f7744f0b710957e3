package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;

/** What an application that sets nothing does not pay for when it starts. */
class StartIT {

    @Test
    void loadsNothingThatPoolsAreMadeOf() throws IOException, InterruptedException {
        List<String> loaded = classesLoadedAtStart();

        assertThat(loaded).contains("dev.weir.spring.HttpPools");
        assertThat(loaded)
                .filteredOn(name -> name.startsWith("dev.weir.internal.") || name.startsWith("dev.weir.engine."))
                .containsExactlyInAnyOrder(
                        "dev.weir.internal.client.HttpClientVersionException",
                        "dev.weir.internal.client.LibraryVersions",
                        "dev.weir.internal.client.SharedClient");
        assertThat(loaded).doesNotContain("dev.weir.spring.StartCheck");
    }

    @ParameterizedTest
    @ValueSource(strings = {".userService.", ".user_service.", "[userService].", "[user.service]."})
    void startsWithAnyNameOfAPool(String pool) {
        BootApp.run(
                context -> assertThat(context.isRunning()).isTrue(),
                "weir.pools" + pool + "max-total=50",
                "weir.pools" + pool + "timeouts.read=3s",
                "spring.http.serviceclient" + pool + "read-timeout=3s");
    }

    @Test
    void letsTheFirstRequestBeTheLast() {
        try (LoopbackServer server =
                LoopbackServer.http().handler(Handler.ok("bye")).start()) {
            BootApp.with(Leaving.class).start("goodbye=" + server.uri("/")).close();

            assertThat(server.requests()).isEqualTo(1);
        }
    }

    /** Sends a request when it is destroyed. */
    @Configuration(proxyBeanMethods = false)
    static class Leaving {
        @Bean
        DisposableBean goodbye(RestClient.Builder builder, Environment environment) {
            RestClient client = builder.build();
            return () -> client.get()
                    .uri(environment.getRequiredProperty("goodbye"))
                    .retrieve()
                    .toBodilessEntity();
        }
    }

    private static List<String> classesLoadedAtStart() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout:none",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Client.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines()
                .map(line -> line.split(" ", 2)[0])
                .filter(name -> name.startsWith("dev.weir.") && !name.contains("$$"))
                .filter(name ->
                        !name.startsWith("dev.weir.spring.StartIT") && !name.startsWith("dev.weir.spring.BootApp"))
                .toList();
    }

    /** An application with a client that it does not use yet. */
    static final class Client {
        public static void main(String[] arguments) {
            BootApp.with().start().getBean(RestClient.Builder.class).build();
            Runtime.getRuntime().halt(0); // what the end needs is another matter
        }
    }
}
