package dev.weir.testserver;

import java.io.IOException;
import java.net.ProtocolException;

/** Request line and headers. */
record RequestHead(String method, String target, String version, Headers headers) {

    static RequestHead read(ByteInput input) throws IOException {
        String line = input.line();
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        if (first <= 0 || last <= first || !line.startsWith("HTTP/1.", last + 1)) {
            throw new ProtocolException("not a request line: " + line);
        }
        String target = line.substring(first + 1, last);
        return new RequestHead(line.substring(0, first), target, line.substring(last + 1), Headers.read(input));
    }

    boolean wantsClose() {
        if (headers.hasToken("Connection", "close")) {
            return true;
        }
        return version.equals("HTTP/1.0") && !headers.hasToken("Connection", "keep-alive");
    }

    boolean expectsContinue() {
        return headers.hasToken("Expect", "100-continue");
    }
}
