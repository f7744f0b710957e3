package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without a bundle, what the JVM was told about TLS holds, as it does for Boot's own clients. */
class JvmTlsIT {

    private final LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
            .handler(Handler.ok("secret"))
            .start();
    private final SSLContext before;

    JvmTlsIT() throws NoSuchAlgorithmException {
        this.before = SSLContext.getDefault();
    }

    @BeforeEach
    void trust() {
        SSLContext.setDefault(TestCertificates.trusted().clientContext());
    }

    @AfterEach
    void restore() {
        SSLContext.setDefault(before);
        System.clearProperty("https.protocols");
        server.close();
    }

    @Test
    void reachesBlockingClients() {
        BootApp.run(context -> assertThat(BootApp.restClient(context)
                        .get()
                        .uri(server.uri("/"))
                        .retrieve()
                        .body(String.class))
                .isEqualTo("secret"));
    }

    @Test
    void takesTheProtocolsOfTheSystemProperty() {
        System.setProperty("https.protocols", "TLSv1.2");

        BootApp.run(context -> {
            BootApp.restClient(context).get().uri(server.uri("/")).retrieve().toBodilessEntity();

            assertThat(context.getBean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .config()
                            .tls()
                            .protocols())
                    .containsExactly("TLSv1.2");
        });
    }
}
