package dev.weir.internal.keepalive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeepAliveHintTest {

    private static KeepAliveHint hint(String... headers) {
        BasicHttpResponse response = new BasicHttpResponse(200);
        for (String header : headers) {
            response.addHeader("Keep-Alive", header);
        }
        return KeepAliveHint.of(response);
    }

    @Test
    void withoutAHeaderThereIsNoHint() {
        assertThat(hint()).isSameAs(KeepAliveHint.ABSENT);
    }

    @ParameterizedTest
    @CsvSource({
        "timeout=5, 5",
        "TIMEOUT=5, 5",
        "timeout = 5, 5",
        "'timeout=\"5\"', 5",
        "'timeout=5, max=100', 5",
        "'max=100, timeout=5', 5",
        "'timeout=9, timeout=5', 5",
        "'timeout=5, timeout=x', 5",
        "'unknown=1, timeout=5', 5",
        "timeout=0, 0",
        "timeout=-1, 0",
        "timeout=-99999999999999999999, 0",
        "'timeout=5, timeout=-3', 0"
    })
    void readsTheTimeoutInSeconds(String header, long seconds) {
        assertThat(hint(header).timeoutNanos())
                .isEqualTo(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void timeoutTooLargeForNanosecondsIsTheLargest() {
        assertThat(hint("timeout=99999999999999999999").timeoutNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(hint("timeout=9999999999999").timeoutNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timeout", "timeout=", "timeout=abc", "timeout=5s", "timeout=5.5", "5", "=5", ",,"})
    void whatCannotBeUnderstoodIsNoHint(String header) {
        assertThat(hint(header)).isEqualTo(KeepAliveHint.ABSENT);
    }

    @Test
    void ofSeveralHeadersTheSmallestCounts() {
        assertThat(hint("timeout=30", "timeout=5, max=7", "max=9")).isEqualTo(new KeepAliveHint(5_000_000_000L, 7));
    }

    @ParameterizedTest
    @CsvSource({
        "max=100, 100",
        "max=1, 1",
        "max=0, 0",
        "max=-1, -1",
        "max=x, -1",
        "max=99999999999999999999, 9223372036854775807"
    })
    void readsHowManyRequestsMayFollow(String header, long more) {
        assertThat(hint(header).moreRequests()).isEqualTo(more);
    }

    @Nested
    class Limit {
        @ParameterizedTest
        @CsvSource({
            "100, 30", // far above the maximum
            "33, 30",
            "32, 30", // the maximum and the margin
            "31, 29",
            "5, 3",
            "4, 2", // twice the margin
            "3, 2", // from here on half of the hint: 3 - 3 / 2
            "2, 1",
            "1, 1",
            "0, 0",
            "9223372036854775807, 30"
        })
        void staysBelowTheHintByTheMarginOrHalfOfIt(long hint, long allowed) {
            assertThat(new KeepAliveHint(hint, KeepAliveHint.NONE).idleNanos(30, 2))
                    .isEqualTo(allowed);
        }

        @Test
        void withoutAHintTheMaximumHolds() {
            assertThat(KeepAliveHint.ABSENT.idleNanos(30, 2)).isEqualTo(30);
        }

        @Test
        void maximumOfZeroKeepsNothing() {
            assertThat(KeepAliveHint.ABSENT.idleNanos(0, 2)).isZero();
            assertThat(new KeepAliveHint(100, KeepAliveHint.NONE).idleNanos(0, 2))
                    .isZero();
        }

        @Test
        void withoutAMarginTheHintHolds() {
            assertThat(new KeepAliveHint(5, KeepAliveHint.NONE).idleNanos(30, 0))
                    .isEqualTo(5);
        }
    }

    @Nested
    class Last {
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
            assertThat(KeepAliveHint.isLast(response(HttpVersion.HTTP_1_1, header)))
                    .isEqualTo(expected);
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
}
