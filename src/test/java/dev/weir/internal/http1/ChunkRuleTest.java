package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkRuleTest {

    /** Reads a body through a buffer so small that lines span several reads. */
    private static String read(String body) throws IOException {
        InputStream wire = new ByteArrayInputStream(body.replace("~", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
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
