package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SightTest {

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 408 Request Timeout, REQUEST_TIMEOUT",
        "HTTP/1.0 408, REQUEST_TIMEOUT",
        "HTTP/1.1 40, UNSOLICITED",
        "HTTP/1.1 200 OK, UNSOLICITED",
        "HTTP/2.0 408 x, UNSOLICITED",
        "x, UNSOLICITED",
        "'a text of 408', UNSOLICITED"
    })
    void tellsATimeoutFromTheRest(String sent, Sight expected) {
        byte[] bytes = sent.getBytes(StandardCharsets.US_ASCII);
        byte[] seen = Arrays.copyOf(bytes, Sight.TELLING_BYTES);

        assertThat(Sight.of(seen, Math.min(bytes.length, seen.length))).isEqualTo(expected);
    }
}
