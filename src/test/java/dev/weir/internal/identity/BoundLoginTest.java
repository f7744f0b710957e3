package dev.weir.internal.identity;

import static dev.weir.internal.identity.Contexts.DIRECT;
import static dev.weir.internal.identity.Contexts.OTHER;
import static dev.weir.internal.identity.Contexts.PROXY;
import static dev.weir.internal.identity.Contexts.SHOP;
import static dev.weir.internal.identity.Contexts.TUNNEL;
import static dev.weir.internal.identity.Contexts.beginning;
import static dev.weir.internal.identity.Contexts.bound;
import static dev.weir.internal.identity.Contexts.empty;
import static dev.weir.internal.identity.Contexts.perRequest;
import static dev.weir.internal.identity.Contexts.to;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundLoginTest {

    @Test
    void isNoneWhereEachRequestLogsIn() {
        assertThat(BoundLogin.isPartOf(DIRECT, to(SHOP), perRequest(empty(), SHOP, "alice")))
                .isFalse();
    }

    @Test
    void isOneFromItsFirstRoundOn() {
        assertThat(BoundLogin.isPartOf(DIRECT, to(SHOP), beginning(empty(), SHOP, "alice")))
                .isTrue();
        assertThat(BoundLogin.isPartOf(DIRECT, to(SHOP), bound(empty(), SHOP, null)))
                .isTrue();
    }

    @Test
    void isNoneAtAnotherHost() {
        assertThat(BoundLogin.isPartOf(DIRECT, to(SHOP), bound(empty(), OTHER, "alice")))
                .isFalse();
    }

    @Test
    void isFoundWhetherTheHostHasAPortOrNot() {
        HttpHost withoutPort = new HttpHost("https", "SHOP", -1);

        assertThat(BoundLogin.isPartOf(DIRECT, to(SHOP), bound(empty(), withoutPort, "alice")))
                .isTrue();
        assertThat(BoundLogin.isPartOf(DIRECT, to(withoutPort), bound(empty(), SHOP, "alice")))
                .isTrue();
    }

    @Test
    void isOneAtAProxyThatTunnelsAsLongAsTheTunnelIsOpened() {
        HttpRequest connect = new BasicHttpRequest("CONNECT", PROXY, "shop:443");

        assertThat(BoundLogin.isPartOf(TUNNEL, connect, bound(empty(), PROXY, "alice")))
                .isTrue();
        assertThat(BoundLogin.isPartOf(TUNNEL, to(SHOP), bound(empty(), PROXY, "alice")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization, Negotiate YII, true",
        "Authorization, NTLM TlR, true",
        "Authorization, ' negotiate YII', true",
        "Proxy-Authorization, ntlm TlR, true",
        "Authorization, Negotiate, false",
        "Authorization, Negotiated YII, false",
        "Authorization, Bearer NTLM, false",
        "X-Authorization, NTLM TlR, false"
    })
    void isReadFromAHeaderThatTheApplicationWrote(String name, String value, boolean isLogin) {
        HttpRequest request = to(SHOP);
        request.setHeader(name, value);

        assertThat(BoundLogin.isPartOf(DIRECT, request, empty())).isEqualTo(isLogin);
        assertThat(BoundLogin.isInContext(DIRECT, request, empty())).isFalse();
    }
}
