package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.StatusLine;
import org.junit.jupiter.api.Test;

class ResponseHeadTest {

    // The third begins with the Kelvin sign, which String.equalsIgnoreCase takes for a K.
    private static final List<String> NAMES = List.of(
            "Keep-Alive", "keep-alive", "\u212Aeep-Alive", "Date", "Dote", "", "1st", "Connection", "CONNECTION");

    private final HttpResponse head = new ResponseHead(new StatusLine(HttpVersion.HTTP_1_1, 200, "OK"));
    private final HttpResponse usual = new BasicClassicHttpResponse(200, "OK");

    @Test
    void findsTheHeadersThatHttpCoreFinds() {
        for (String name : NAMES) {
            Header header = new BasicHeader(name, "added");

            head.addHeader(header);
            usual.addHeader(header);

            assertFindsTheSame();
        }
    }

    @Test
    void findsWhatWasSetInPlaceOfOthers() {
        Header date = new BasicHeader("Date", "today");
        Header connection = new BasicHeader("Connection", "close");
        Header keepAlive = new BasicHeader("Keep-Alive", "timeout=5");
        List<Consumer<HttpResponse>> changes = List.of(
                response -> response.setHeaders(date, date),
                response -> response.setHeader(connection),
                response -> response.setHeader(date),
                response -> response.setHeaders(keepAlive),
                response -> response.removeHeaders("keep-alive"));
        for (Consumer<HttpResponse> change : changes) {
            change.accept(head);
            change.accept(usual);

            assertFindsTheSame();
        }
    }

    @Test
    void hasStatusAndVersionOfItsLine() {
        HttpResponse old = new ResponseHead(new StatusLine(HttpVersion.HTTP_1_0, 404, "Gone fishing"));

        assertThat(old.getCode()).isEqualTo(404);
        assertThat(old.getReasonPhrase()).isEqualTo("Gone fishing");
        assertThat(old.getVersion()).isEqualTo(HttpVersion.HTTP_1_0);
    }

    @Test
    void doesNotCompareTheNamesOfHeadersForOneThatItDoesNotHave() {
        NameCounting header = new NameCounting("Date", "today");
        head.addHeader(header);
        int before = header.asked;

        assertThat(head.containsHeader("Transfer-Encoding")).isFalse();
        assertThat(head.countHeaders("Keep-Alive")).isZero();
        assertThat(head.getFirstHeader("Connection")).isNull();

        assertThat(header.asked).isEqualTo(before);
    }

    private void assertFindsTheSame() {
        for (String name : NAMES) {
            assertThat(head.containsHeader(name)).isEqualTo(usual.containsHeader(name));
            assertThat(head.countHeaders(name)).isEqualTo(usual.countHeaders(name));
            assertThat(head.getFirstHeader(name)).isSameAs(usual.getFirstHeader(name));
        }
    }

    private static final class NameCounting extends BasicHeader {
        private static final long serialVersionUID = 1L;

        private int asked;

        NameCounting(String name, String value) {
            super(name, value);
        }

        @Override
        public String getName() {
            asked++;
            return super.getName();
        }
    }
}
