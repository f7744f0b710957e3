package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.web.client.RestClient;

/** What changes while requests go on, without one of them noticing. */
class RenewalUnderLoadIT {

    private static final int CALLERS = 4;

    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();
    private final LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
            .handler(Handler.ok("secret"))
            .start();

    @AfterEach
    void stop() {
        callers.shutdownNow();
        server.close();
    }

    @Test
    void movesToRenewedKeysWithoutAFailedRequest() {
        BootApp.with(BootSettingsIT.Bundles.class)
                .test(
                        context -> {
                            List<CompletableFuture<Void>> load = load(BootApp.restClient(context));

                            for (int i = 1; i <= 10; i++) {
                                awaitCalls(i * 20);
                                context.getBean(DefaultSslBundleRegistry.class)
                                        .updateBundle("ours", BootSettingsIT.bundle(TestCertificates.trusted()));
                            }

                            end(load);
                            assertThat(server.accepted()).isGreaterThan(10);
                        },
                        "spring.http.clients.ssl.bundle=ours");
    }

    private List<CompletableFuture<Void>> load(RestClient client) {
        return IntStream.range(0, CALLERS)
                .mapToObj(i -> CompletableFuture.runAsync(() -> callOnAndOn(client), callers))
                .toList();
    }

    private void callOnAndOn(RestClient client) {
        while (!isOver.get()) {
            call(client);
            calls.incrementAndGet();
        }
    }

    private void call(RestClient client) {
        assertThat(client.get().uri(server.uri("/")).retrieve().body(String.class))
                .isEqualTo("secret");
    }

    private void awaitCalls(int count) {
        server.awaitRequests(count, Duration.ofSeconds(20));
    }

    private void end(List<CompletableFuture<Void>> load) {
        isOver.set(true);
        assertThat(load).allSatisfy(CompletableFuture::join);
        assertThat(calls).hasPositiveValue();
    }
}
