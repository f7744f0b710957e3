package dev.weir.internal.dns;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoundedEntriesTest {

    private static final DnsTimes TIMES = new DnsTimes(ofSeconds(10), ofSeconds(5), ofSeconds(60));
    private static final List<InetSocketAddress> ADDRESSES = List.of(new InetSocketAddress("10.0.0.1", 443));

    private final FakeClock clock = new FakeClock();
    private final BoundedEntries entries = new BoundedEntries(3);

    @Test
    void neverHoldMoreThanTheirBound() {
        for (int i = 0; i < 100; i++) {
            put(i % 2 == 0 ? answered() : failed(null), "host" + i);

            assertThat(entries.size()).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void dropAnAnswerThatExpiresBeforeAYoungerFailure() {
        put(answered(), "a");
        clock.advance(ofSeconds(66));
        put(failed(null), "b");
        put(answered(), "c");

        put(answered(), "d");

        assertThat(present("a", "b", "c", "d")).containsExactly("b", "c", "d");
    }

    @Test
    void shedTheExpiredBeforeTheyAreFull() {
        BoundedEntries roomy = new BoundedEntries(1_000);
        IntStream.range(0, 10).forEach(i -> roomy.put(Name.of("old" + i, 443), answered(), clock.getAsLong(), TIMES));
        clock.advance(ofSeconds(70));

        IntStream.range(0, 10).forEach(i -> roomy.put(Name.of("new" + i, 443), answered(), clock.getAsLong(), TIMES));

        assertThat(roomy.size()).isEqualTo(10);
    }

    private void put(CacheEntry entry, String host) {
        entries.put(Name.of(host, 443), entry, clock.getAsLong(), TIMES);
    }

    private CacheEntry answered() {
        return CacheEntry.answered(AddressHistory.NONE, ADDRESSES, clock.getAsLong());
    }

    private CacheEntry failed(@Nullable CacheEntry known) {
        return CacheEntry.failed(known, new UnknownHostException(), clock.getAsLong());
    }

    private List<String> present(String... hosts) {
        return List.of(hosts).stream()
                .filter(host -> entries.get(Name.of(host, 443)) != null)
                .toList();
    }
}
