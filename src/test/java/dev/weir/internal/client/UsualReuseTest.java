package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.junit.jupiter.api.Test;

class UsualReuseTest {

    private static final ConnectionReuseStrategy RULE = DefaultClientConnectionReuseStrategy.INSTANCE;

    private static final List<List<String>> HEADERS = List.of(
            List.of(),
            List.of("Connection: keep-alive"),
            List.of("Connection: Keep-Alive"),
            List.of("Connection: close"),
            List.of("Connection: keep-alive, close"),
            List.of("Connection: keep-alive", "Connection: close"),
            List.of("Connection: upgrade"),
            List.of("Proxy-Connection: close"),
            List.of("Proxy-Connection: keep-alive"));

    private static final List<List<String>> FRAMINGS = List.of(
            List.of(),
            List.of("Content-Length: 3"),
            List.of("Content-Length: 0"),
            List.of("Content-Length: 3", "Content-Length: 3"),
            List.of("Transfer-Encoding: chunked"),
            List.of("Transfer-Encoding: chunked", "Content-Length: 3"));

    private static <T extends org.apache.hc.core5.http.HttpMessage> T with(T message, List<String> headers) {
        for (String header : headers) {
            message.addHeader(header.substring(0, header.indexOf(':')), header.substring(header.indexOf(':') + 2));
        }
        return message;
    }

    @Test
    void decidesAsHttpClientDoes() {
        int reusable = 0;
        for (String method : List.of("GET", "HEAD", "CONNECT")) {
            for (List<String> asked : HEADERS) {
                for (List<String> sent : FRAMINGS) {
                    HttpRequest request = with(with(new BasicHttpRequest(method, "/"), asked), sent);
                    reusable += compared(request);
                }
            }
        }

        assertThat(reusable).isPositive();
    }

    private static int compared(HttpRequest request) {
        int reusable = 0;
        for (ProtocolVersion version : List.of(HttpVersion.HTTP_1_0, HttpVersion.HTTP_1_1)) {
            for (int status : new int[] {200, 204, 304, 500}) {
                for (List<String> headers : HEADERS) {
                    for (List<String> framing : FRAMINGS) {
                        HttpResponse response = with(with(new BasicHttpResponse(status), headers), framing);
                        response.setVersion(version);
                        boolean isKept = UsualReuse.of(RULE).keepAlive(request, response, HttpCoreContext.create());
                        assertThat(isKept)
                                .as("%s %s", request.getHeaders(), response.getHeaders())
                                .isEqualTo(RULE.keepAlive(request, response, HttpCoreContext.create()));
                        reusable += isKept ? 1 : 0;
                    }
                }
            }
        }
        return reusable;
    }

    @Test
    void leavesTheStrategiesOfOthersAlone() {
        ConnectionReuseStrategy never = (request, response, context) -> false;

        assertThat(UsualReuse.of(never)).isSameAs(never);
    }
}
