package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictHeadsTest {

    private final HttpResponse response = new BasicHttpResponse(200);

    private long length() throws HttpException {
        return StrictHeads.bodyLength(response);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2, 2", "0002, 2", "9223372036854775807, 9223372036854775807"})
    void isWhatTheDigitsSay(String value, long expected) throws HttpException {
        response.addHeader("Content-Length", value);

        assertThat(length()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "+2", "-1", "2-", "0x2", "2, 43", "2,", ",2", "2 2", "2.0", "1e3", "٢"})
    void refusesWhatIsNotOneNumber(String value) {
        response.addHeader("Content-Length", value);

        assertThatThrownBy(this::length)
                .isInstanceOf(ProtocolException.class)
                .hasMessageStartingWith("The response has a Content-Length that is not a number of bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "43"})
    void refusesSeveral(String second) {
        response.addHeader("Content-Length", "2");
        response.addHeader("Content-Length", second);

        assertThatThrownBy(this::length).isInstanceOf(ProtocolException.class);
    }

    @Test
    void refusesWhatIsTooLarge() {
        response.addHeader("Content-Length", "9223372036854775808");

        assertThatThrownBy(this::length).isInstanceOf(ProtocolException.class);
    }

    @Test
    void isTheCodingsWhereThereIsOne() throws HttpException {
        response.addHeader("Content-Length", "+2");
        response.addHeader("Transfer-Encoding", "Chunked");

        assertThat(length()).isEqualTo(ContentLengthStrategy.CHUNKED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "chunked, identity", "gzip, chunked", "chunked, chunked", "xchunked", ""})
    void refusesCodingsOtherThanChunked(String coding) {
        response.addHeader("Transfer-Encoding", coding);

        assertThatThrownBy(this::length).isInstanceOf(NotImplementedException.class);
    }

    @Test
    void isOpenWhereNothingIsSaid() throws HttpException {
        assertThat(length()).isEqualTo(ContentLengthStrategy.UNDEFINED);
    }
}
