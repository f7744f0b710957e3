package auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Client credentials of OAuth 2: the requests run on a pool, so does the request for the token, and nothing shows it. */
class TokensTest extends Booted {

    private static final String PAID = "{\"paid\":true}";

    @Autowired
    private RestClient payments;

    @Autowired
    private WebClient reactivePayments;

    @Value("${local.server.port}")
    private int port;

    @BeforeEach
    void fetchToken() {
        pay();
    }

    @Test
    void sendsTheTokenOverThePool() {
        long before = leases("payments");

        assertThat(pay()).isEqualTo(PAID);
        assertThat(leases("payments")).isEqualTo(before + 1);
    }

    @Test
    void sendsTheTokenOverTheAsynchronousPool() {
        long before = leases("payments-async");

        assertThat(payReactively()).isEqualTo(PAID);
        assertThat(leases("payments-async")).isEqualTo(before + 1);
    }

    @Test
    void fetchesTheTokenOverAPoolToo() {
        assertThat(leases("identity")).isEqualTo(SERVICES.issued()).isPositive();
        assertThat(SERVICES.credentials()).containsOnly(basic("shop:secret-of-the-shop"));
    }

    @Test
    void keepsTheTokenForBothClients() {
        int issued = SERVICES.issued();

        pay();
        payReactively();

        assertThat(SERVICES.issued()).isEqualTo(issued);
    }

    @Test
    void fetchesAnotherOnceTheTokenWasRefused() {
        int issued = SERVICES.issued();
        SERVICES.revokeAll();

        assertThatThrownBy(this::pay).isInstanceOf(HttpClientErrorException.Unauthorized.class);
        assertThat(pay()).isEqualTo(PAID);
        assertThat(SERVICES.issued()).isEqualTo(issued + 1);
    }

    @Test
    void showsTheTokenNowhere() throws Exception {
        payReactively();

        for (String path : new String[] {"", "/payments", "/payments-async", "/identity"}) {
            assertThat(actuator("/httppools" + path)).contains("\"leased\"").satisfies(TokensTest::tellsNoSecret);
        }
        assertThat(actuator("/httppoolspage")).contains("HTTP pools of").satisfies(TokensTest::tellsNoSecret);
        assertThat(BUILD.resolve("auth.log")).content().contains("Pool 'identity' is built").satisfies(TokensTest::tellsNoSecret);
    }

    private static void tellsNoSecret(String text) {
        assertThat(text).doesNotContain(Services.TOKEN, "secret-of-the-shop", basic("shop:secret-of-the-shop"));
    }

    private String pay() {
        return String.valueOf(
                payments.get().uri(SERVICES.address() + "/payments").retrieve().body(String.class));
    }

    private String payReactively() {
        return String.valueOf(reactivePayments
                .get()
                .uri(SERVICES.address() + "/payments")
                .retrieve()
                .bodyToMono(String.class)
                .block(Duration.ofSeconds(30)));
    }

    private String actuator(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path))
                .header("Authorization", basic("ops:password-of-ops"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII));
    }
}
