package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import org.apache.hc.client5.http.CircularRedirectException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.RedirectException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.UnsupportedHttpVersionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExchangeFailuresTest {

    private static final HttpRoute DIRECT = new HttpRoute(new HttpHost("https", "recs", 8443));
    private static final HttpRoute TUNNEL =
            new HttpRoute(new HttpHost("https", "recs", 8443), null, new HttpHost("http", "proxy", 3128), true);
    private static final String LONG = "y".repeat(300);

    static Exception[] quoting() {
        return new Exception[] {
            new HttpException("Unsupported Content-Encoding: " + LONG),
            new ProtocolException("Invalid response: " + LONG),
            new ProtocolException("Invalid redirect URI: " + LONG, new URISyntaxException(LONG, LONG)),
            new ParseException("Invalid header", LONG, 0, LONG.length(), 3),
            new NotImplementedException("Unsupported transfer encoding: " + LONG),
            new UnsupportedHttpVersionException("Unsupported version: " + LONG),
            new MessageConstraintException("Too much of '" + LONG + "'"),
            new MalformedChunkCodingException("Bad chunk header: " + LONG),
            new RedirectException("No way to '" + LONG + "'"),
            new CircularRedirectException("Circular redirect to '" + LONG + "'")
        };
    }

    @ParameterizedTest
    @MethodSource("quoting")
    void keepTheirTypeAndStackAndAreShort(Exception failure) {
        Exception named = ExchangeFailures.named(failure, DIRECT);

        assertThat(named)
                .isExactlyInstanceOf(failure.getClass())
                .hasMessageStartingWith("Exchange with https://recs:8443: ")
                .hasMessageEndingWith("yyy…")
                .hasNoCause();
        assertThat(named.getMessage()).hasSizeLessThan(256 + "Exchange with https://recs:8443: …".length() + 1);
        assertThat(named.getStackTrace()).isEqualTo(failure.getStackTrace());
    }

    @Test
    void nameTheProxyOnTheWay() {
        assertThat(ExchangeFailures.named(new ProtocolException("Bad: x"), TUNNEL))
                .hasMessage("Exchange with https://recs:8443 through http://proxy:3128: Bad: x");
    }

    @Test
    void nameThePeerOnce() {
        ProtocolException named = ExchangeFailures.named(new ProtocolException("Bad: x"), TUNNEL);

        assertThat(ExchangeFailures.named(named, DIRECT)).isSameAs(named);
    }

    @Test
    void leaveOtherTypesAlone() {
        IOException broken = new IOException("Broken pipe");
        ProtocolException own = new ProtocolException(LONG) {};

        assertThat(ExchangeFailures.named(broken, DIRECT)).isSameAs(broken);
        assertThat(ExchangeFailures.named(own, DIRECT)).isSameAs(own);
    }

    @Test
    void showARedirectWithoutItsQuery() {
        assertThat(ExchangeFailures.redirected(circular(), DIRECT, true))
                .isExactlyInstanceOf(CircularRedirectException.class)
                .hasMessage("Exchange with https://recs:8443: Circular redirect to 'http://recs/a/t0ken'");
    }

    private static CircularRedirectException circular() {
        return new CircularRedirectException("Circular redirect to 'http://recs/a/t0ken?key=s3cret'");
    }
}
