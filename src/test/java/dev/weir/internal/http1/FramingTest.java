package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;

class FramingTest {

    private final HttpResponse response = new BasicHttpResponse(200);

    @Test
    void isAmbiguousWithACodingAndALength() {
        response.addHeader("Transfer-Encoding", "chunked");
        response.addHeader("Content-Length", "2");

        assertThat(Framing.isAmbiguous(response)).isTrue();
    }

    @Test
    void isAmbiguousWithACodingInOldHttp() {
        response.setVersion(HttpVersion.HTTP_1_0);
        response.addHeader("Transfer-Encoding", "chunked");

        assertThat(Framing.isAmbiguous(response)).isTrue();
    }

    @Test
    void isClearWithOneOfThem() {
        HttpResponse coded = new BasicHttpResponse(200);
        coded.addHeader("Transfer-Encoding", "chunked");
        response.addHeader("Content-Length", "2");

        assertThat(Framing.isAmbiguous(coded)).isFalse();
        assertThat(Framing.isAmbiguous(response)).isFalse();
    }
}
