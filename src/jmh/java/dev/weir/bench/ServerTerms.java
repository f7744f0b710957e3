package dev.weir.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a server is to be.
 *
 * @param isHttp2 whether it speaks HTTP/2 to clients that do, and then nothing of the last four
 * @param isTls whether it speaks TLS
 * @param thinkMillis how long each response takes
 * @param maxRequests after how many responses it closes a connection; 0 for never
 * @param handshakes how many TLS handshakes it does at once
 * @param handshakeMillis how long each of them takes
 */
record ServerTerms(
        boolean isHttp2, boolean isTls, int thinkMillis, int maxRequests, int handshakes, int handshakeMillis) {

    /** Answers at once, and keeps connections. */
    static ServerTerms of(String speaks) {
        return new ServerTerms(speaks.endsWith("HTTP/2"), !speaks.equals("http"), 0, 0, Integer.MAX_VALUE, 0);
    }

    ServerTerms thinking(int millis) {
        return new ServerTerms(isHttp2, isTls, millis, maxRequests, handshakes, handshakeMillis);
    }

    ServerTerms closingAfter(int responses) {
        return new ServerTerms(isHttp2, isTls, thinkMillis, responses, handshakes, handshakeMillis);
    }

    ServerTerms handshakes(int atOnce, int millis) {
        return new ServerTerms(isHttp2, isTls, thinkMillis, maxRequests, atOnce, millis);
    }

    List<String> arguments() {
        return Stream.of(isHttp2 ? 1 : 0, isTls ? 1 : 0, thinkMillis, maxRequests, handshakes, handshakeMillis)
                .map(Object::toString)
                .toList();
    }

    static ServerTerms parse(String[] arguments) {
        int[] numbers = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        return new ServerTerms(numbers[0] == 1, numbers[1] == 1, numbers[2], numbers[3], numbers[4], numbers[5]);
    }
}
