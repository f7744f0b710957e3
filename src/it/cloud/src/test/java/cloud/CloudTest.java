package cloud;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.event.HeartbeatEvent;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.client.RestClient;

/** Spring Cloud OpenFeign on HttpClient, with and without a load balancer, Gateway on servlets, and a discovery client. */
class CloudTest {

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = server("ok");
    }

    private static HttpServer server(String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.US_ASCII);
        HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        started.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        started.start();
        return started;
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void namesTheClientsOfFeign() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(Catalog.class).get()).isEqualTo("ok");

            HttpPools pools = context.getBean(HttpPools.class);
            assertThat(pools.pools()).isEmpty();
            assertThat(pools.bypasses()).singleElement().asString().startsWith("The feign.Client bean 'feignClient' ")
                    .contains("set weir.adopt=true");
        }
    }

    @Test
    void putsFeignOnAPool() {
        try (ConfigurableApplicationContext context = start("weir.adopt=true")) {
            assertThat(context.getBean(Catalog.class).get()).isEqualTo("ok");

            assertThat(exchanges(context)).isEqualTo(1);
            assertThat(context.getBean(HttpPools.class).bypasses()).isEmpty();
        }
    }

    @Test
    void putsFeignBehindALoadBalancerOnAPool() {
        try (ConfigurableApplicationContext context = start(
                "weir.adopt=true", "spring.cloud.discovery.client.simple.instances.orders[0].uri=" + origin())) {
            assertThat(context.getBean(Orders.class).get()).isEqualTo("ok");

            assertThat(exchanges(context)).isEqualTo(1);
            assertThat(context.getBean(HttpPools.class).bypasses()).isEmpty();
        }
    }

    @Test
    void routesOfTheGatewayRunOnAPool() throws Exception {
        String route = "spring.cloud.gateway.server.webmvc.routes[0].";
        try (ConfigurableApplicationContext context = start(
                route + "id=all", route + "uri=" + origin(), route + "predicates[0]=Path=/through/**")) {
            URI through = URI.create(
                    "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/through/x");

            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(through).build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok");

            assertThat(exchanges(context)).isEqualTo(1);
        }
    }

    @Test
    void poolsFollowTheDiscoveryClient() throws IOException {
        HttpServer another = server("another");
        try (ConfigurableApplicationContext context = start(Registered.class)) {
            Instances instances = context.getBean(Instances.class);
            RestClient.Builder builder = RestClient.builder();
            context.getBean(HttpPools.class).restClient("default").accept(builder);
            RestClient client = builder.baseUrl("http://stock").build();
            instances.ports = List.of(server.getAddress().getPort());
            assertThat(client.get().uri("/").retrieve().body(String.class)).isEqualTo("ok");

            instances.ports = List.of(another.getAddress().getPort());
            context.publishEvent(new HeartbeatEvent(this, "changed"));

            Instant latest = Instant.now().plusSeconds(30); // without the event, weir.defaults.dns.ttl of 2 minutes counts
            while (!"another".equals(client.get().uri("/").retrieve().body(String.class))) {
                assertThat(Instant.now()).isBefore(latest);
            }
        } finally {
            another.stop(0);
        }
    }

    private String origin() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Leases of the pool default. */
    private static long exchanges(ConfigurableApplicationContext context) {
        ManagedPool pool = context.getBean(HttpPools.class).find("default").orElseThrow();
        return pool.snapshot().routes().stream()
                .flatMap(route -> route.leases().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private ConfigurableApplicationContext start(String... properties) {
        return start(Application.class, properties);
    }

    private ConfigurableApplicationContext start(Class<?> application, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("server.port=0");
        all.add("catalog=" + origin());
        all.add("weir.defaults.dns.ttl=2m");
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.SERVLET)
                .run(all.stream().map(property -> "--" + property).toArray(String[]::new));
    }

    @FeignClient(name = "catalog", url = "${catalog}")
    interface Catalog {
        @GetMapping("/")
        String get();
    }

    @FeignClient(name = "orders")
    interface Orders {
        @GetMapping("/")
        String get();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableFeignClients(clients = {Catalog.class, Orders.class})
    static class Application {}

    /** With a registry beside those of Spring Cloud, and pools that ask all of them. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Registered {
        @Bean
        Instances instances() {
            return new Instances();
        }

        @Bean
        DiscoveredAddresses discoveredAddresses(DiscoveryClient discovery) {
            return new DiscoveredAddresses(discovery);
        }
    }

    /** A registry with one service. */
    static final class Instances implements DiscoveryClient {
        // Replaced as a whole by the test, read by lookups.
        volatile List<Integer> ports = List.of();

        @Override
        public String description() {
            return "one service";
        }

        @Override
        public List<ServiceInstance> getInstances(String service) {
            return ports.stream()
                    .<ServiceInstance>map(port -> new DefaultServiceInstance(null, service, "localhost", port, false))
                    .toList();
        }

        @Override
        public List<String> getServices() {
            return List.of("stock");
        }
    }
}
