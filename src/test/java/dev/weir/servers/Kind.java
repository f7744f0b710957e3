package dev.weir.servers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * A kind of request, and what the response to it looks like. What is sent to {@code /echo} comes back as it arrives.
 */
enum Kind {
    GET("GET", "/bytes", 1_000, 20),
    POST("POST", "/echo", 1_000, 20),
    PUT_CHUNKED("PUT", "/echo", 8_000, 10),
    GET_NOTHING("GET", "/bytes", 0, 6),
    HEAD("HEAD", "/bytes", 1_000, 6),
    NO_CONTENT("GET", "/204", 0, 6),
    NOT_MODIFIED("GET", "/304", 0, 6),
    EMPTY("GET", "/empty", 0, 6),
    GZIP("GET", "/gzip", 64_000, 5),
    CHUNKED("GET", "/chunked", 64_000, 5),
    TRAILERS("GET", "/trailers", 2_000, 5),
    EXPECT_CONTINUE("PUT", "/echo", 2_000, 2),
    LARGE_HEADERS("GET", "/headers", 0, 2),
    STREAMED_BOTH_WAYS("POST", "/echo", 1_000_000, 1);

    /** Together 16 kB, in lines that no server finds too long. */
    static final int HEADER_LINES = 16;

    private static final int HEADER_LENGTH = 1_000;

    /** Each byte tells its place modulo 251, so that none is lost or swapped unseen. */
    private static final byte[] PATTERN = new byte[1_000_000];

    private static final List<Kind> HUNDRED = Arrays.stream(values())
            .flatMap(kind -> IntStream.range(0, kind.share).mapToObj(i -> kind))
            .toList();

    static {
        for (int i = 0; i < PATTERN.length; i++) {
            PATTERN[i] = (byte) (i % 251);
        }
    }

    final String method;
    private final String path;
    private final int length;
    private final int share;

    Kind(String method, String path, int length, int share) {
        this.method = method;
        this.path = path;
        this.length = length;
        this.share = share;
    }

    /** Returns a kind of request as often as it is in the mix. */
    static Kind any(Random random) {
        return HUNDRED.get(random.nextInt(HUNDRED.size()));
    }

    String uri(String base) {
        return hasBody() ? base + path : base + path + "?n=" + length;
    }

    boolean hasBody() {
        return path.equals("/echo");
    }

    byte[] body() {
        return bytes(length);
    }

    Map<String, String> headers() {
        return this != LARGE_HEADERS
                ? Map.of()
                : IntStream.range(0, HEADER_LINES)
                        .boxed()
                        .collect(Collectors.toMap(i -> "X-Large-" + i, i -> "h".repeat(HEADER_LENGTH)));
    }

    /** Returns the first bytes of the pattern. Only for reading: many callers share the longest. */
    static byte[] bytes(int length) {
        return length == PATTERN.length ? PATTERN : Arrays.copyOf(PATTERN, length);
    }

    /** Says in what a response is not the one that belongs to this request; empty if it is. */
    String wrong(Answer answer, boolean dropsTrailers) {
        int expectedLength = this == HEAD ? 0 : length;
        CRC32 expected = new CRC32();
        expected.update(PATTERN, 0, expectedLength);
        long headers = Arrays.stream(answer.head.getHeaders())
                .filter(header -> header.getName().toLowerCase(Locale.ROOT).startsWith("x-large-"))
                .filter(header -> header.getValue().length() == HEADER_LENGTH)
                .count();
        if (answer.head.getCode() != (this == NO_CONTENT ? 204 : this == NOT_MODIFIED ? 304 : 200)) {
            return "status " + answer.head.getCode();
        } else if (answer.length != expectedLength) {
            return answer.length > expectedLength ? "body too long" : "body cut";
        } else if (answer.checksum.getValue() != expected.getValue()) {
            return "wrong body";
        } else if (headers != (this == LARGE_HEADERS ? HEADER_LINES : 0)) {
            return "headers missing";
        }
        return dropsTrailers || answer.trailer.equals(this == TRAILERS ? "end" : "") ? "" : "trailer missing";
    }

    /** What a client has received. One thread at a time. */
    static final class Answer {

        final HttpResponse head;
        final CRC32 checksum = new CRC32();
        long length;
        private String trailer = "";

        Answer(HttpResponse head) {
            this.head = head;
        }

        void body(ByteBuffer bytes) {
            length += bytes.remaining();
            checksum.update(bytes);
        }

        void trailers(@Nullable List<? extends Header> trailers) {
            if (trailers != null) {
                trailers.stream()
                        .filter(header -> header.getName().equalsIgnoreCase("X-Trailer"))
                        .forEach(header -> trailer = header.getValue());
            }
        }
    }
}
