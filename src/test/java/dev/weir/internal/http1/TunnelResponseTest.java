package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TunnelResponseTest {

    private static final HttpRoute ROUTE =
            new HttpRoute(new HttpHost("https", "recs", 443), null, new HttpHost("http", "proxy", 3128), true);

    private static void check(String method, int status) throws ProtocolException {
        TunnelResponse.check(new BasicHttpRequest(method, "recs:443"), new BasicHttpResponse(status), ROUTE);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 407})
    void letsTunnelsAndQuestionsForCredentialsPass(int status) {
        assertThatCode(() -> check("CONNECT", status)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 302, 401, 403, 404, 429, 500, 503})
    void refusesWhatWouldLookLikeAResponseOfTheServer(int status) {
        assertThatThrownBy(() -> check("CONNECT", status))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("status " + status);
    }

    @Test
    void letsResponsesToOtherRequestsPass() {
        assertThatCode(() -> check("GET", 403)).doesNotThrowAnyException();
    }

    @Test
    void namesProxyTargetAndStatus() {
        assertThatThrownBy(() -> check("CONNECT", 403))
                .hasMessage("Proxy http://proxy:3128 refused a tunnel to https://recs:443 with status 403;"
                        + " its response was not passed on, because it would look like one of https://recs:443");
    }
}
