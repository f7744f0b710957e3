package dev.weir.internal.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultClassicHttpResponseFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.LazyLaxLineParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads are read as HttpCore reads them, whatever the one before was. */
class StrictParserTest {

    private static final String USUAL = "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: now\r\nContent-Length: 3\r\n\r\n";

    private static HttpMessageParser<ClassicHttpResponse> ofHttpCore() {
        return new DefaultHttpResponseParser(
                Http1Config.DEFAULT, LazyLaxLineParser.INSTANCE, DefaultClassicHttpResponseFactory.INSTANCE);
    }

    private static List<String> read(HttpMessageParser<ClassicHttpResponse> parser, String bytes) {
        SessionInputBuffer buffer = new SessionInputBufferImpl(8_192, 0);
        InputStream in = new ByteArrayInputStream(bytes.getBytes(ISO_8859_1));
        List<String> read = new ArrayList<>();
        try {
            for (ClassicHttpResponse each = parser.parse(buffer, in); each != null; each = parser.parse(buffer, in)) {
                read.add(told(each));
            }
        } catch (IOException | HttpException e) {
            read.add(e.getClass() + ": " + e.getMessage());
        }
        return read;
    }

    private static String told(ClassicHttpResponse response) {
        StringBuilder told =
                new StringBuilder(response.getVersion() + " " + response.getCode() + " " + response.getReasonPhrase());
        for (Header header : response.getHeaders()) {
            told.append('|').append(header.getName()).append('=').append(header.getValue());
        }
        return told.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
                "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\nServer: nginx\n\n",
                "HTTP/1.1 200\r\n\r\n",
                "HTTP/1.1 200 \r\n\r\n",
                "HTTP/1.0 404 Not  Found \r\nA:b\r\n\r\n",
                "  HTTP/1.1   204   None\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/2 200 OK\r\n\r\n",
                "HTTP/9.9 200 OK\r\n\r\n",
                "ICY 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer : nginx\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: nginx\r\n\r\n",
                "HTTP/1.1 200 OK\r\n  : nginx\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer\r\n\r\n",
                "HTTP/1.1 200 OK\r\n Server: nginx\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer:\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer: \t nginx \t\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer: ng\r\n  inx\r\n\tof old\r\nDate: now\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer: ng\r\n \r\nDate: now\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer: ng\0i\rnx\r\n\r\n",
                "HTTP/1.1 200 OK\r\nServer: \u00e9\u00ff\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: now\r\nServer: nginx\r\nContent-Length: 3\r\n\r\n",
                "HTTP/1.1 200 OK\r\nserver: nginx\r\ndate: now\r\ncontent-length: 3\r\n\r\n",
                "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nSet-Cookie: a=b\r\nX: y\r\n\r\n"
            })
    void readsWhatHttpCoreReads(String head) {
        for (String bytes : List.of(head, head + head, USUAL + head, USUAL + head + USUAL, head + USUAL + head)) {
            assertThat(read(new StrictParser(Http1Config.DEFAULT), bytes)).isEqualTo(read(ofHttpCore(), bytes));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nServer: ngi", "HTTP/1.1 200 OK\r\nServer: nginx\r\n"})
    void refusesAHeadThatTheEndOfTheConnectionCutsOffWhereHttpCoreTakesItAsWhole(String head) {
        assertThat(read(new StrictParser(Http1Config.DEFAULT), head))
                .containsExactly(StrictParser.cutHead().getClass() + ": "
                        + StrictParser.cutHead().getMessage());
        assertThat(read(ofHttpCore(), head)).first().asString().startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void refusesWhatHttpCoreRefusesForItsSize() {
        String many = "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(100) + "\r\n";
        String almost = "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(99) + "\r\n";
        String folded = "HTTP/1.1 200 OK\r\nA: b\r\n" + (" " + "c".repeat(2_000) + "\r\n").repeat(5) + "\r\n";
        String longOnes =
                "HTTP/1.1 200 OK\r\nServer: " + "x".repeat(5_000) + "\r\nA: " + "y".repeat(5_000) + "\r\n\r\n";

        for (String bytes : List.of(many, almost, folded, longOnes + USUAL + longOnes)) {
            assertThat(read(new StrictParser(Http1Config.DEFAULT), bytes)).isEqualTo(read(ofHttpCore(), bytes));
        }
    }
}
