package dev.weir.bench.articles;

import java.time.Duration;
import java.util.List;

/**
 * What a server is asked to be.
 *
 * @param isTls whether it speaks TLS
 * @param isHttp2 whether it speaks HTTP/2 to those who do
 * @param maxRequests after how many responses it closes a connection of HTTP/1.1; 0 for never
 * @param roundTrip how far away it pretends to be: what a new connection and each answer wait
 */
record ServerTerms(boolean isTls, boolean isHttp2, int maxRequests, Duration roundTrip) {

    static ServerTerms of(String scheme, boolean isHttp2) {
        return new ServerTerms(scheme.equals("https"), isHttp2, 0, Duration.ZERO);
    }

    static ServerTerms parse(String[] arguments) {
        return new ServerTerms(
                Boolean.parseBoolean(arguments[0]),
                Boolean.parseBoolean(arguments[1]),
                Integer.parseInt(arguments[2]),
                Duration.parse(arguments[3]));
    }

    ServerTerms closingAfter(int requests) {
        return new ServerTerms(isTls, isHttp2, requests, roundTrip);
    }

    ServerTerms away(Duration time) {
        return new ServerTerms(isTls, isHttp2, maxRequests, time);
    }

    List<String> arguments() {
        return List.of(
                Boolean.toString(isTls),
                Boolean.toString(isHttp2),
                Integer.toString(maxRequests),
                roundTrip.toString());
    }
}
