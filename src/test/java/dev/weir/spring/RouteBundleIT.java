package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Keys of one route, from a bundle that may be renewed. */
class RouteBundleIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final LoopbackServer demanding =
            LoopbackServer.https(CERTIFICATES).needClientAuth().start();
    private final LoopbackServer other =
            LoopbackServer.https(CERTIFICATES).needClientAuth().start();

    @AfterEach
    void stop() {
        demanding.close();
        other.close();
    }

    @Test
    void identifiesTheRouteAloneUntilTheBundleIsRenewed() {
        test("weir.defaults.protocol=http-1-1");
    }

    @Test
    void identifiesTheRouteOfAnAsynchronousPoolAlone() {
        test("weir.defaults.protocol=negotiate");
    }

    private void test(String protocol) {
        BootApp.with(Bundles.class)
                .test(
                        context -> {
                            RestClient client = BootApp.restClient(context);
                            assertThat(get(client, demanding)).isEqualTo("ok");
                            assertThatExceptionOfType(ResourceAccessException.class)
                                    .isThrownBy(() -> get(client, other));

                            context.getBean(DefaultSslBundleRegistry.class)
                                    .updateBundle("bank", new ContextBundle(CERTIFICATES.clientContext()));

                            assertThatExceptionOfType(ResourceAccessException.class)
                                    .isThrownBy(() -> get(client, demanding));
                            assertThat(demanding.requests()).isEqualTo(1);
                            assertThat(other.requests()).isZero();
                        },
                        protocol,
                        "spring.http.clients.ssl.bundle=ours",
                        "weir.defaults.routes.bank.target=" + demanding.origin(),
                        "weir.defaults.routes.bank.ssl.bundle=bank");
    }

    private static String get(RestClient client, LoopbackServer server) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class Bundles {

        @Bean
        DefaultSslBundleRegistry bundles() {
            DefaultSslBundleRegistry bundles =
                    new DefaultSslBundleRegistry("ours", new ContextBundle(CERTIFICATES.clientContext()));
            bundles.registerBundle("bank", new ContextBundle(CERTIFICATES.clientContextWithCertificate()));
            return bundles;
        }
    }
}
