package dev.weir.bench;

import static java.time.Duration.ZERO;

import java.time.Duration;
import java.util.List;

/**
 * What a server is asked to be.
 *
 * @param isTls whether it speaks TLS
 * @param isHttp2 whether it speaks HTTP/2 to clients that do
 * @param isShort whether it serves for some seconds only: then it is compiled once and quickly, and leaves the cores to the
 *     client
 * @param maxRequests after how many responses it closes a connection of HTTP/1.1; 0 for never
 * @param handshakes how many TLS handshakes of HTTP/1.1 it does at once
 * @param handshake how long each of them takes
 * @param answer how long each response takes
 */
public record ServerTerms(
        boolean isTls,
        boolean isHttp2,
        boolean isShort,
        int maxRequests,
        int handshakes,
        Duration handshake,
        Duration answer) {

    /** Two round trips to a connection with TLS: of TCP and of the handshake. */
    private static final int SETUP_TRIPS = 2;

    /**
     * Returns the terms of a server that answers at once and keeps connections alive.
     *
     * @param scheme {@code http} or {@code https}
     * @param isHttp2 whether it speaks HTTP/2 to clients that do
     * @return the terms
     */
    public static ServerTerms of(String scheme, boolean isHttp2) {
        return new ServerTerms(scheme.equals("https"), isHttp2, false, 0, Integer.MAX_VALUE, ZERO, ZERO);
    }

    static ServerTerms parse(String[] arguments) {
        return new ServerTerms(
                Boolean.parseBoolean(arguments[0]),
                Boolean.parseBoolean(arguments[1]),
                Boolean.parseBoolean(arguments[2]),
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]),
                Duration.parse(arguments[5]),
                Duration.parse(arguments[6]));
    }

    List<String> arguments() {
        return List.of(
                Boolean.toString(isTls),
                Boolean.toString(isHttp2),
                Boolean.toString(isShort),
                Integer.toString(maxRequests),
                Integer.toString(handshakes),
                handshake.toString(),
                answer.toString());
    }

    /**
     * Returns the terms of one that serves for some seconds only.
     *
     * @return the terms
     */
    public ServerTerms brief() {
        return new ServerTerms(isTls, isHttp2, true, maxRequests, handshakes, handshake, answer);
    }

    /**
     * Returns the terms of one that closes each connection after some responses.
     *
     * @param responses how many
     * @return the terms
     */
    public ServerTerms closingAfter(int responses) {
        return new ServerTerms(isTls, isHttp2, isShort, responses, handshakes, handshake, answer);
    }

    /**
     * Returns the terms of one that pretends to be away: a new connection of HTTP/1.1 waits for two round trips, each
     * response for one.
     *
     * @param roundTrip the time of a round trip
     * @return the terms
     */
    public ServerTerms away(Duration roundTrip) {
        return handshakes(Integer.MAX_VALUE, roundTrip.multipliedBy(SETUP_TRIPS))
                .answering(roundTrip);
    }

    ServerTerms handshakes(int atOnce, Duration each) {
        return new ServerTerms(isTls, isHttp2, isShort, maxRequests, atOnce, each, answer);
    }

    ServerTerms answering(Duration after) {
        return new ServerTerms(isTls, isHttp2, isShort, maxRequests, handshakes, handshake, after);
    }
}
