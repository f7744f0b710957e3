package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy that asks who wants to pass. */
class ProxyCredentialsIT {

    private static final String USER = "weir.defaults.proxy-credentials.username=shop";
    private static final String PASSWORD = "weir.defaults.proxy-credentials.password=s3cret";

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();
    private final HttpProxyServer proxy = HttpProxyServer.start("shop", "s3cret");

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    void letPass(String protocol) {
        assertThat(status("weir.defaults.protocol=" + protocol, USER, PASSWORD)).isEqualTo(200);
    }

    @Test
    void wrongPasswordIsRefusedByTheProxy() {
        assertThat(status(USER, "weir.pools.default.proxy-credentials.password=wrong"))
                .isEqualTo(407);
    }

    @Test
    void mayComeFromTwoLayers() {
        assertThat(status(USER, "weir.pools.default.proxy-credentials.password=s3cret"))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {USER, PASSWORD})
    void mustBeWhole(String half) {
        String text = BootApp.with().failure(half);

        assertThat(text)
                .startsWith("weir.defaults.proxy-credentials.")
                .contains(" = *** (", " beside it: set weir.defaults.proxy-credentials.")
                .doesNotContain("s3cret", "shop");
    }

    @Test
    void doNotConcernPoolsWithoutAProxy() {
        BootApp.run(
                context -> assertThat(BootApp.restClient(context)
                                .get()
                                .uri("http://localhost:" + server.port() + "/")
                                .retrieve()
                                .toBodilessEntity()
                                .getStatusCode()
                                .value())
                        .isEqualTo(200),
                USER,
                PASSWORD,
                "weir.pools.payments.proxy=" + proxy.origin());
    }

    @Test
    void areNotToldWhereTheyAreMisspelled() {
        String text = BootApp.with().failure("weir.defaults.proxy-credentials.pasword=s3cret");

        assertThat(text)
                .contains("There is no property weir.defaults.proxy-credentials.pasword = *** (")
                .contains("Did you mean password?")
                .doesNotContain("s3cret");
    }

    private int status(String... properties) {
        int[] status = new int[1];
        BootApp.with()
                .test(
                        context -> status[0] = BootApp.restClient(context)
                                .get()
                                .uri("http://localhost:" + server.port() + "/")
                                .exchange((request, response) ->
                                        response.getStatusCode().value()),
                        with("weir.defaults.proxy=" + proxy.origin(), properties));
        return status[0];
    }

    private static String[] with(String first, String... more) {
        String[] all = new String[more.length + 1];
        all[0] = first;
        System.arraycopy(more, 0, all, 1, more.length);
        return all;
    }
}
