package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Nested;
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

    @Nested
    class Chunks {
        /** Reads a body through a buffer so small that lines span several reads. */
        private static String read(String body) throws IOException {
            InputStream wire =
                    new ByteArrayInputStream(body.replace("~", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            SessionInputBuffer lines = new StrictConnection.Lines(new SessionInputBufferImpl(3, 0), new ChunkRule());
            return new String(new ChunkedInputStream(lines, wire).readAllBytes(), StandardCharsets.ISO_8859_1);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "2~ok~0~~",
                    "02~ok~000~~",
                    "1~o~1~k~0~~",
                    "2;name=value~ok~0;last~~",
                    "2 \t~ok~0 ~~",
                    "2~ok~0~Trailer: value~+other: value~~"
                })
        void readsWhatIsFramedWell(String body) throws IOException {
            assertThat(read(body)).isEqualTo("ok");
        }

        @ParameterizedTest
        @ValueSource(strings = {"2\nok~0~~", "2~ok\n0~~", "2~ok~0\n~", "2~ok~0~\n", "2~ok~0~Trailer: value\n~"})
        void refusesABareLf(String body) {
            assertThatThrownBy(() -> read(body))
                    .isInstanceOf(MalformedChunkCodingException.class)
                    .hasMessageEndingWith("A line of the chunked body ends with a bare LF");
        }

        @ParameterizedTest
        @ValueSource(strings = {"+2~ok~0~~", "-2~ok~0~~", " 2~ok~0~~", "0x2~ok~0~~", "g~ok~0~~", ";x~ok~0~~"})
        void refusesASizeThatIsNotHexadecimal(String body) {
            assertThatThrownBy(() -> read(body))
                    .isInstanceOf(MalformedChunkCodingException.class)
                    .hasMessageContaining("A chunk of the body has no hexadecimal size");
        }
    }
}
