package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

class FirstHopTest {

    private static final HttpHost TARGET = new HttpHost("https", "recs.test", 8443);
    private static final HttpHost PROXY = new HttpHost("http", "proxy.test", 3128);

    @Test
    void isTheTargetWithoutAProxy() {
        HttpRoute route = new HttpRoute(TARGET, null, true);

        assertThat(FirstHop.of(route)).isEqualTo(new FirstHop("recs.test", 8443));
        assertThat(FirstHop.host(route)).isEqualTo(TARGET);
        assertThat(FirstHop.isSecure(route)).isTrue();
    }

    @Test
    void isTheProxyWhichNeedNotSpeakTlsLikeTheTarget() {
        HttpRoute route = new HttpRoute(TARGET, null, PROXY, true);

        assertThat(FirstHop.of(route)).isEqualTo(new FirstHop("proxy.test", 3128));
        assertThat(FirstHop.host(route)).isEqualTo(PROXY);
        assertThat(FirstHop.isSecure(route)).isFalse();
    }

    @Test
    void hasNoNameToLookUpIfItsAddressIsKnown() {
        HttpHost known = new HttpHost("https", InetAddress.getLoopbackAddress(), "recs.test", 8443);

        assertThat(FirstHop.of(new HttpRoute(known, null, true))).isNull();
    }
}
