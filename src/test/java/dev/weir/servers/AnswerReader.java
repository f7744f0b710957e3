package dev.weir.servers;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Puts a response together from its parts. Not thread-safe. */
final class AnswerReader {

    private final HttpResponse head;
    private final CRC32 checksum = new CRC32();
    private long length;
    private String trailer = "";

    AnswerReader(HttpResponse head) {
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

    Answer answer() {
        long large = Stream.of(head.getHeaders())
                .filter(header -> header.getName().toLowerCase(Locale.ROOT).startsWith("x-large-"))
                .filter(header -> header.getValue().length() == Kind.LARGE_HEADER_LENGTH)
                .count();
        return new Answer(head.getCode(), length, checksum.getValue(), large, trailer);
    }
}
