package dev.weir.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.event.CloseCause;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CloseCausesTest {

    static Stream<Arguments> beforeAResponse() {
        return Stream.of(
                arguments(new NoHttpResponseException("none"), true, CloseCause.SERVER_CLOSED_IDLE),
                arguments(new SocketException("Connection reset"), true, CloseCause.SERVER_CLOSED_IDLE),
                arguments(new NoHttpResponseException("none"), false, CloseCause.RESET),
                arguments(new SocketException("Connection reset"), false, CloseCause.RESET),
                arguments(new SocketTimeoutException("Read timed out"), true, CloseCause.ERROR),
                arguments(new InterruptedIOException("interrupted"), true, CloseCause.CANCELLED),
                arguments(new ProtocolException("no status"), true, CloseCause.PROTOCOL_ERROR));
    }

    @ParameterizedTest
    @MethodSource("beforeAResponse")
    void dependOnWhetherTheConnectionWasUsedBefore(Exception failure, boolean isReused, CloseCause cause) {
        assertThat(BrokenConnection.closeCause(failure, isReused)).isEqualTo(cause);
    }

    static Stream<Arguments> withinABody() {
        return Stream.of(
                arguments(new SocketException("Connection reset"), CloseCause.RESET),
                arguments(new ConnectionClosedException("Premature end"), CloseCause.RESET),
                arguments(new TruncatedChunkException("Truncated chunk"), CloseCause.RESET),
                arguments(new MalformedChunkCodingException("Bad chunk header"), CloseCause.PROTOCOL_ERROR),
                arguments(new IOException("disk full"), CloseCause.ERROR));
    }

    @ParameterizedTest
    @MethodSource("withinABody")
    void withinABodyDependOnTheFailureAlone(IOException failure, CloseCause cause) {
        assertThat(BrokenConnection.closeCause(failure, false)).isEqualTo(cause);
    }
}
