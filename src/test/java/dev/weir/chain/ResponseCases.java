package dev.weir.chain;

import static dev.weir.chain.Calls.raw;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testserver.Handler;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;

/** Responses of every status and framing. */
final class ResponseCases {

    private ResponseCases() {}

    @SuppressWarnings("StringConcatToTextBlock") // lines of HTTP
    static List<Case> statuses() {
        List<Case> cases = new ArrayList<>();
        for (int status :
                new int[] {200, 201, 204, 205, 206, 226, 300, 304, 400, 401, 403, 404, 407, 410, 429, 500, 503}) {
            byte[] body = "body".getBytes(UTF_8);
            cases.add(when("status " + status, Handler.always(status, body), twice(HttpGet::new)));
            cases.add(when("empty status " + status, Handler.always(status, new byte[0]), twice(Calls::post)));
            cases.add(when("status " + status + " to head", Handler.always(status, body), twice(HttpHead::new)));
        }
        for (String head : List.of(
                "HTTP/1.0 200 OK\r\n\r\nold",
                "HTTP/1.0 200 OK\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nold",
                "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx",
                "HTTP/1.1 204 No\r\nContent-Length: 1\r\n\r\nx",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: x, close\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nKeep-Alive: timeout=0\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
                "HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 103 Early\r\n"
                        + "X: y\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\n"
                        + "Content-Length: 0\r\n\r\n",
                "HTTP/1.1 101 Switching\r\nUpgrade: TLS/1.2\r\nConnection: Upgrade\r\n\r\n",
                "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                "HTTP/1.1 99 Low\r\n\r\n",
                "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "nonsense\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "")) {
            cases.add(when("[" + head.replace("\r\n", "|") + "]", raw(head), send(HttpGet::new)));
        }
        return cases;
    }
}
