package dev.weir.internal.dns;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
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
    void dropWhatExpiresFirst() {
        put(answered(), "a");
        clock.advance(ofSeconds(1));
        put(answered(), "b");
        clock.advance(ofSeconds(1));
        put(answered(), "c");

        put(answered(), "d");

        assertThat(present("a", "b", "c", "d")).containsExactly("b", "c", "d");
    }

    @Test
    void dropAFailureBeforeAnOlderAnswerThatLivesLonger() {
        put(answered(), "a");
        clock.advance(ofSeconds(1));
        put(failed(null), "b");
        put(answered(), "c");

        put(answered(), "d");

        assertThat(present("a", "b", "c", "d")).containsExactly("a", "c", "d");
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
    void dropWhatExpiredBeforeWhatIsAlive() {
        put(failed(null), "a");
        clock.advance(ofSeconds(5));
        put(answered(), "b");
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

    @Test
    void followTimesThatAreChangedLive() {
        put(answered(), "a");
        put(failed(null), "b");
        put(answered(), "c");
        DnsTimes longFailures = new DnsTimes(ofSeconds(10), ofMinutes(10), ZERO);

        entries.put(Name.of("d", 443), answered(), clock.getAsLong(), longFailures);

        assertThat(present("a", "b", "c", "d")).containsExactly("b", "c", "d");
    }

    @Test
    void aFailureAddedToAnAnswerDoesNotProlongIt() {
        CacheEntry first = answered();
        put(first, "a");
        clock.advance(ofSeconds(1));
        put(answered(), "b");
        clock.advance(ofSeconds(1));
        put(answered(), "c");
        put(failed(first), "a");

        put(answered(), "d");

        assertThat(present("a", "b", "c", "d")).containsExactly("b", "c", "d");
    }

    @Test
    void aNewAnswerMovesToTheEnd() {
        put(answered(), "a");
        clock.advance(ofSeconds(1));
        put(answered(), "b");
        put(answered(), "c");
        clock.advance(ofSeconds(1));
        put(answered(), "a");

        put(answered(), "d");

        assertThat(present("a", "b", "c", "d")).containsExactly("a", "c", "d");
    }

    @Test
    void anAnswerReplacesAFailureAndAFailureAnAnswer() {
        put(failed(null), "a");
        put(answered(), "a");
        put(failed(null), "a");

        assertThat(entries.size()).isEqualTo(1);
        assertThat(entries.get(Name.of("a", 443)))
                .isNotNull()
                .extracting(CacheEntry::answer)
                .isNull();
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
