package dev.weir.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayableTest {

    private static ClassicHttpRequest request(String method, HttpEntity body) {
        return ClassicRequestBuilder.create(method).setUri("/").setEntity(body).build();
    }

    private static HttpEntity once() {
        return new InputStreamEntity(new ByteArrayInputStream("order".getBytes(UTF_8)), ContentType.TEXT_PLAIN);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, true",
        "HEAD, true",
        "OPTIONS, true",
        "PUT, true",
        "DELETE, true",
        "POST, false",
        "PATCH, false",
        "CONNECT, false",
        "PURGE, false"
    })
    void theMethodDecides(String method, boolean replayable) {
        assertThat(Replayable.isReplayable(request(method, new StringEntity("order"))))
                .isEqualTo(replayable);
    }

    @ParameterizedTest
    @CsvSource({"Idempotency-Key", "idempotency-key"})
    void aKeyMakesAnyMethodReplayable(String header) {
        ClassicHttpRequest request = request("POST", new StringEntity("order"));
        request.addHeader(header, "7");

        assertThat(Replayable.isReplayable(request)).isTrue();
    }

    @Test
    void aBodyThatCanBeSentOnceIsNotReplayable() {
        ClassicHttpRequest request = request("PUT", once());
        request.addHeader("Idempotency-Key", "7");

        assertThat(Replayable.isReplayable(request)).isFalse();
        assertThat(Replayable.mayBeSentTwice(request)).isTrue();
    }

    @Test
    void aRequestWithoutBodyIs() {
        assertThat(Replayable.isReplayable(new BasicHttpRequest("GET", "/"))).isTrue();
    }
}
