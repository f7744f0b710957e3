package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.DialOutcome;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DialTimelineTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(null, DialOutcome.CONNECTED),
                Arguments.of(new UnknownHostException("x"), DialOutcome.NAME_NOT_FOUND),
                Arguments.of(new ConnectException("refused"), DialOutcome.REFUSED),
                Arguments.of(new NoRouteToHostException("x"), DialOutcome.REFUSED),
                Arguments.of(new SocketTimeoutException("x"), DialOutcome.TIMED_OUT),
                Arguments.of(new ConnectTimeoutException("x"), DialOutcome.TIMED_OUT),
                Arguments.of(new BindException("x"), DialOutcome.NO_LOCAL_PORT),
                Arguments.of(new SSLHandshakeException("x"), DialOutcome.TLS_FAILED),
                Arguments.of(new InterruptedIOException("x"), DialOutcome.CANCELLED),
                Arguments.of(new EOFException("x"), DialOutcome.FAILED),
                Arguments.of(new AssertionError("x"), DialOutcome.FAILED));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failuresOfDialsHaveAnOutcome(@Nullable Throwable failure, DialOutcome outcome) {
        assertThat(DialTimeline.outcome(failure, false)).isEqualTo(outcome);
    }

    @Test
    void dialOfAConnectionThatIsClosedIsCanceled() {
        assertThat(DialTimeline.outcome(new SocketException("Socket closed"), true))
                .isEqualTo(DialOutcome.CANCELLED);
    }

    @Test
    void dialOfAConnectionThatWasClosedForTakingTooLongIsATimeout() {
        assertThat(DialTimeline.outcome(new ConnectTimeoutException("x"), true)).isEqualTo(DialOutcome.TIMED_OUT);
    }
}
