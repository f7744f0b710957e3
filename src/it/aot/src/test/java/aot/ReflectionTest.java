package aot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.HttpPools;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.agent.RecordedInvocation;
import org.springframework.aot.agent.RecordedInvocationsListener;
import org.springframework.aot.agent.RecordedInvocationsPublisher;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * What Weir does by reflection while the application starts, sends requests and shows its pools,
 * as an agent of Spring's records it: the metadata for a native image names all of it.
 */
class ReflectionTest {

    /** So far from the call itself is the code of Weir at most that makes it. */
    private static final int NEAR = 4;

    private final Set<String> recorded = ConcurrentHashMap.newKeySet();
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    @Test
    void isNamedInTheMetadata() throws IOException {
        RuntimeHints metadata = Metadata.read();
        RecordedInvocationsListener listener = invocation -> note(invocation, metadata);
        RecordedInvocationsPublisher.addListener(listener);
        try (HelloServer server = HelloServer.start()) {
            useAll(server.uri());
        } finally {
            RecordedInvocationsPublisher.removeListener(listener);
        }

        assertThat(recorded).as("what the agent saw").isNotEmpty();
        assertThat(missing).isEmpty();
    }

    private void note(RecordedInvocation invocation, RuntimeHints metadata) {
        if (isOfWeir(invocation)) {
            recorded.add(invocation.toString());
            if (!invocation.matches(metadata)) {
                missing.add(invocation.toString());
            }
        }
    }

    private static boolean isOfWeir(RecordedInvocation invocation) {
        return invocation
                .getStackFrames()
                .limit(NEAR)
                .map(StackWalker.StackFrame::getClassName)
                .filter(type -> type.startsWith("dev.weir."))
                .findFirst()
                .isPresent();
    }

    private static void useAll(String uri) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setMainApplicationClass(Application.class);
        try (ConfigurableApplicationContext context = application.run()) {
            HttpPools pools = context.getBean(HttpPools.class);
            RestClient client = context.getBean("restClientBuilder", RestClient.Builder.class)
                    .apply(pools.restClient("payments"))
                    .build();
            client.get().uri(uri).retrieve().body(String.class);
            context.getBean("webClientBuilder", WebClient.Builder.class)
                    .build()
                    .get()
                    .uri(uri)
                    .retrieve()
                    .bodyToMono(String.class)
                    .block();
            show(client, context);
        }
    }

    private static void show(RestClient client, ConfigurableApplicationContext context) {
        String actuator =
                "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";
        Stream.of("httppools", "httppools/payments", "httppoolspage", "health", "info", "metrics")
                .forEach(path -> client.get().uri(actuator + path).retrieve().toBodilessEntity());
    }
}
