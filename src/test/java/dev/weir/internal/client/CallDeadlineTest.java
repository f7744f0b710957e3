package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.failure.TotalTimeoutException;
import dev.weir.failure.TotalTimeoutException.Phase;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

class CallDeadlineTest {

    private final CallDeadline deadline = new CallDeadline(
            "shop",
            new HttpRoute(new HttpHost("localhost", 80)),
            TimeUnit.SECONDS.toNanos(5),
            HttpClientContext.create());

    @Test
    void namesTheDialThatItEnds() {
        deadline.dialing();

        deadline.ring();

        assertThat(phase()).isEqualTo(Phase.CONNECT);
        assertThat(deadline.isCutBeforeSending()).isTrue();
    }

    @Test
    void countsARequestAsSentThatIsDialedForOnceMore() {
        deadline.enter(Phase.RESPONSE);
        deadline.dialing();

        deadline.ring();

        assertThat(phase()).isEqualTo(Phase.RESPONSE);
        assertThat(deadline.isCutBeforeSending()).isFalse();
    }

    private Phase phase() {
        return ((TotalTimeoutException) deadline.ended(new IOException("cut"))).phase();
    }
}
