package dev.weir.servers;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/** What callers do while a server is disturbed: requests that the server counts by their id, which is its response. */
enum Action {
    GET("GET", true),
    PUT("PUT", true),
    KEYED_POST("POST", true),
    POST("POST", false);

    private static final int BODY = 1_000;

    private final String method;
    private final boolean mayBeRepeated;

    Action(String method, boolean mayBeRepeated) {
        this.method = method;
        this.mayBeRepeated = mayBeRepeated;
    }

    static Action at(int number) {
        return values()[number % values().length];
    }

    boolean mayBeRepeated() {
        return mayBeRepeated;
    }

    Request request(String base, String id) {
        return new Request(
                method,
                base + "/count?id=" + id,
                this == GET ? -1 : BODY,
                false,
                false,
                this == KEYED_POST ? Map.of("Idempotency-Key", id) : Map.of());
    }

    static Answer expected(String id) {
        CRC32 checksum = new CRC32();
        checksum.update(id.getBytes(StandardCharsets.US_ASCII));
        return new Answer(200, id.length(), checksum.getValue(), 0, "");
    }
}
