package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.FakeAlarms;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContinueWaitTest {

    private static final long LONGEST = TimeUnit.SECONDS.toNanos(3);
    private static final EntityDetails BODY = new BasicEntityDetails(5, ContentType.TEXT_PLAIN);

    private final FakeAlarms time = new FakeAlarms();
    private final AtomicInteger ends = new AtomicInteger();

    private static HttpRequest request() {
        return new BasicHttpRequest("POST", "/");
    }

    private static HttpRequest expecting(String what) {
        HttpRequest request = request();
        request.addHeader("Expect", what);
        return request;
    }

    private void begin(HttpRequest request, @Nullable EntityDetails details) throws NoThreadException {
        ContinueWait.begin(request, details, time.alarms(), ends::incrementAndGet);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "100-Continue"})
    void endsAfterItsTimeAndNotBefore(String expectation) throws NoThreadException {
        begin(expecting(expectation), BODY);

        time.pass(LONGEST - 1);
        assertThat(ends).hasValue(0);

        time.pass(1);
        assertThat(ends).hasValue(1);
    }

    @Test
    void endsOnce() throws NoThreadException {
        begin(expecting("100-continue"), BODY);

        time.pass(LONGEST);
        time.pass(10 * LONGEST);

        assertThat(ends).hasValue(1);
        assertThat(time.count()).isZero();
    }

    @Test
    void isNotNeededWithoutABody() throws NoThreadException {
        begin(expecting("100-continue"), null);

        assertThat(time.count()).isZero();
    }

    @Test
    void isNotNeededWithoutAnExpectation() throws NoThreadException {
        begin(request(), BODY);

        assertThat(time.count()).isZero();
    }

    @Test
    void isNotNeededForAnotherExpectation() throws NoThreadException {
        begin(expecting("200-ok"), BODY);

        assertThat(time.count()).isZero();
    }

    @Test
    void isRefusedWithoutAThread() {
        time.refuse(1);

        assertThatThrownBy(() -> begin(expecting("100-continue"), BODY)).isInstanceOf(NoThreadException.class);

        assertThat(time.count()).isZero();
    }
}
