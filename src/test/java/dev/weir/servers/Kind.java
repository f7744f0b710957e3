package dev.weir.servers;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A kind of request, and what the response to it looks like. What is sent to {@code /echo} comes back as it arrives, what is
 * sent to {@code /store} when all of it is there.
 */
enum Kind {
    GET("GET", "/bytes", 1_000),
    GET_NOTHING("GET", "/bytes", 0),
    HEAD("HEAD", "/bytes", 1_000),
    POST("POST", "/echo", 1_000),
    PUT_CHUNKED("PUT", "/echo", 8_000),
    NO_CONTENT("GET", "/204", 0),
    NOT_MODIFIED("GET", "/304", 0),
    EMPTY("GET", "/empty", 0),
    GZIP("GET", "/gzip", 64_000),
    CHUNKED("GET", "/chunked", 64_000),
    TRAILERS("GET", "/trailers", 2_000),
    EXPECT_CONTINUE("PUT", "/echo", 2_000),
    LARGE_HEADERS("GET", "/headers", 0),
    STREAMED_BOTH_WAYS("POST", "/echo", 1_000_000),
    LARGE("GET", "/bytes", 20 << 20),
    LARGE_UPLOAD("PUT", "/store", 20 << 20),
    LARGE_BOTH_WAYS("PUT", "/echo", 20 << 20);

    /** Together 16 kB, in lines that no server finds too long. */
    static final int LARGE_HEADER_LINES = 16;

    static final int LARGE_HEADER_LENGTH = 1_000;

    private final String method;
    private final String path;
    private final int length;

    Kind(String method, String path, int length) {
        this.method = method;
        this.path = path;
        this.length = length;
    }

    Request request(String base) {
        return new Request(
                method,
                hasBody() ? base + path : base + path + "?n=" + length,
                hasBody() ? length : -1,
                this == PUT_CHUNKED,
                this == EXPECT_CONTINUE,
                this == LARGE_HEADERS ? largeHeaders() : Map.of());
    }

    private static Map<String, String> largeHeaders() {
        return IntStream.range(0, LARGE_HEADER_LINES)
                .boxed()
                .collect(Collectors.toMap(i -> "X-Large-" + i, i -> "h".repeat(LARGE_HEADER_LENGTH)));
    }

    private boolean hasBody() {
        return path.equals("/echo") || path.equals("/store");
    }

    boolean isLarge() {
        return length > 1_000_000;
    }

    /** What the response must be; servers may leave trailers out. */
    Answer expected() {
        int received = this == HEAD ? 0 : length;
        return new Answer(
                this == NO_CONTENT ? 204 : this == NOT_MODIFIED ? 304 : 200,
                received,
                Pattern.checksum(received),
                this == LARGE_HEADERS ? LARGE_HEADER_LINES : 0,
                this == TRAILERS ? "end" : "");
    }
}
