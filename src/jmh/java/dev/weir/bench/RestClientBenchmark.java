package dev.weir.bench;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/**
 * What does a request of a {@code RestClient} cost in an application of Spring Boot with the pools and without them?
 *
 * <p>Two applications without a property, one of which has {@code weir.enabled=false}, take turns as in {@link
 * PeersBenchmark}. Boot's default has five connections per route, so that more callers than that would queue there.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=RestClient}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 6, time = 2)
@Measurement(iterations = 20, time = 2)
public class RestClientBenchmark extends ContestBenchmark {

    /** How many threads send requests. */
    @Param({"5", "1"})
    public int callers;

    /** An application as Boot's initializer makes it. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Override
    int callers() {
        return callers;
    }

    @Override
    ServerProcess startServer() throws Exception {
        return ServerProcess.start(false);
    }

    @Override
    List<Peer> peers(ServerProcess server) {
        return List.of(peer("Boot's default", false), peer("Weir", true));
    }

    private static Peer peer(String name, boolean hasPools) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--weir.enabled=" + hasPools, "--spring.main.banner-mode=off");
        RestClient client = context.getBean(RestClient.Builder.class).build();
        return new Peer(name, uri -> get(client, uri), context);
    }

    private static int get(RestClient client, URI uri) {
        byte[] body = client.get().uri(uri).retrieve().body(byte[].class);
        return Objects.requireNonNull(body, "body").length;
    }
}
