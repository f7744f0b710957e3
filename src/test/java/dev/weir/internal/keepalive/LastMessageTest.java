package dev.weir.internal.keepalive;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastMessageTest {

    private static HttpResponse response(ProtocolVersion version, String... connectionHeaders) {
        HttpResponse response = new BasicHttpResponse(200);
        response.setVersion(version);
        for (String value : connectionHeaders) {
            response.addHeader("Connection", value);
        }
        return response;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "close               | true",
                "Close               | true",
                "upgrade, close      | true",
                "keep-alive          | false",
                "keep-alive, upgrade | false",
                "closed              | false",
            })
    void headerSaysWhetherTheConnectionEnds(String header, boolean expected) {
        assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_1, header))).isEqualTo(expected);
    }

    @Test
    void connectionOfHttp11GoesOnByDefault() {
        assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_1))).isFalse();
    }

    @Test
    void connectionOfHttp10EndsUnlessTheServerSaysTheContrary() {
        assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_0))).isTrue();
        assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_0, "keep-alive")))
                .isFalse();
        assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_0, "keep-alive, close")))
                .isTrue();
    }

    @Test
    void everyHeaderCounts() {
        assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_1, "upgrade", "close")))
                .isTrue();
    }
}
