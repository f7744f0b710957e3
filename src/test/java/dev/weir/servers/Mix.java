package dev.weir.servers;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which kinds of requests follow each other. */
final class Mix {

    /** How many requests the whole mix has. */
    static final int WHOLE = 2_500;

    /** How many of them tests send; {@code -Dservers.requests=2500} for all. */
    static final int SENT = Integer.getInteger("servers.requests", 250);

    /** How many of them are in flight at a time. */
    static final int CALLERS = 100;

    private static final List<Kind> HUNDRED = Stream.of(
                    times(20, Kind.GET),
                    times(20, Kind.POST),
                    times(10, Kind.PUT_CHUNKED),
                    times(6, Kind.GET_NOTHING),
                    times(6, Kind.HEAD),
                    times(6, Kind.NO_CONTENT),
                    times(6, Kind.NOT_MODIFIED),
                    times(6, Kind.EMPTY),
                    times(5, Kind.GZIP),
                    times(5, Kind.CHUNKED),
                    times(5, Kind.TRAILERS),
                    times(2, Kind.EXPECT_CONTINUE),
                    times(2, Kind.LARGE_HEADERS),
                    times(1, Kind.STREAMED_BOTH_WAYS))
            .flatMap(kinds -> kinds)
            .toList();

    /** Has no factor in common with a hundred, so that each kind comes among all others. */
    private static final int STRIDE = 37;

    private Mix() {}

    private static Stream<Kind> times(int count, Kind kind) {
        return IntStream.range(0, count).mapToObj(i -> kind);
    }

    /** Returns the kind of a request by its place. */
    static Kind at(int number, boolean fullDuplex) {
        return switch (number % 1_000) {
            case 100 -> Kind.LARGE;
            case 200 -> fullDuplex ? Kind.LARGE_BOTH_WAYS : Kind.LARGE_UPLOAD;
            default -> HUNDRED.get(number * STRIDE % HUNDRED.size());
        };
    }
}
