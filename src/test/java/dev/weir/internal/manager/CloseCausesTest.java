package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.junit.jupiter.api.Test;

class CloseCausesTest {

    @Test
    void ofAReusedConnectionWithoutAResponseIsThatTheServerClosedItWhileIdle() {
        assertThat(CloseCauses.afterFailure(new NoHttpResponseException("none"), true))
                .isEqualTo(CloseCause.SERVER_CLOSED_IDLE);
        assertThat(CloseCauses.afterFailure(new SocketException("Connection reset"), true))
                .isEqualTo(CloseCause.SERVER_CLOSED_IDLE);
    }

    @Test
    void ofANewConnectionWithoutAResponseIsAReset() {
        assertThat(CloseCauses.afterFailure(new NoHttpResponseException("none"), false))
                .isEqualTo(CloseCause.RESET);
        assertThat(CloseCauses.afterFailure(new SocketException("Connection reset"), false))
                .isEqualTo(CloseCause.RESET);
    }

    @Test
    void ofATimeoutIsAnErrorAndOfAnInterruptACancellation() {
        assertThat(CloseCauses.afterFailure(new SocketTimeoutException("Read timed out"), true))
                .isEqualTo(CloseCause.ERROR);
        assertThat(CloseCauses.afterFailure(new InterruptedIOException("interrupted"), true))
                .isEqualTo(CloseCause.CANCELLED);
    }

    @Test
    void ofAResponseThatBreaksTheRulesIsTheProtocol() {
        assertThat(CloseCauses.afterFailure(new ProtocolException("no status"), true))
                .isEqualTo(CloseCause.PROTOCOL_ERROR);
    }

    @Test
    void withinABodyIsAResetHoweverOftenTheConnectionWasUsed() {
        assertThat(CloseCauses.withinBody(new SocketException("Connection reset")))
                .isEqualTo(CloseCause.RESET);
        assertThat(CloseCauses.withinBody(new ConnectionClosedException("Premature end")))
                .isEqualTo(CloseCause.RESET);
        assertThat(CloseCauses.withinBody(new TruncatedChunkException("Truncated chunk")))
                .isEqualTo(CloseCause.RESET);
    }

    @Test
    void withinABodyIsTheProtocolForAWrongChunkAndAnErrorForOtherFailures() {
        assertThat(CloseCauses.withinBody(new MalformedChunkCodingException("Bad chunk header")))
                .isEqualTo(CloseCause.PROTOCOL_ERROR);
        assertThat(CloseCauses.withinBody(new IOException("disk full"))).isEqualTo(CloseCause.ERROR);
    }
}
