package dev.weir.internal.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CallFacts;
import dev.weir.event.LeaseOutcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hc.core5.http.HttpVersion;
import org.junit.jupiter.api.Test;

class CallNotesTest {

    private static final long MILLI = 1_000_000;

    private static final ConnectionEnds PEER = new ConnectionEnds(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 8443),
            HttpVersion.HTTP_1_1,
            "https://recs:8443",
            "http-outgoing-1",
            new AtomicReference<>());

    private final CallNotes facts = new CallNotes();

    @Test
    void putsACallOnANewConnectionIntoOneLine() {
        facts.begin(0);
        facts.sending(
                new LeaseResult(LeaseOutcome.DIALED_AFTER_WAIT, 5 * MILLI, 0, 1),
                new DialFacts(40 * MILLI, 4 * MILLI, 24 * MILLI, 0, null, List.of(), false),
                PEER,
                45 * MILLI);
        facts.answered(200, 145 * MILLI);
        facts.ended(345 * MILLI);

        assertThat(facts.now())
                .hasToString("200 in 345 ms: dialed 127.0.0.1:8443 (HTTP/1.1), queue 5.0 ms, DNS 4.0 ms, connect 12 ms,"
                        + " TLS 24 ms (full), first byte 100 ms, body 200 ms");
    }

    @Test
    void putsACallOnAReusedConnectionIntoOneLine() {
        facts.begin(0);
        facts.sending(new LeaseResult(LeaseOutcome.REUSED, 0, 12_340 * MILLI, 17), DialFacts.NONE, PEER, 0);
        facts.answered(404, 121 * MILLI);
        facts.ended(121 * MILLI);

        assertThat(facts.now())
                .hasToString("404 in 121 ms: reused 127.0.0.1:8443 (HTTP/1.1, request 17, idle for 12.3 s), queue 0 ms,"
                        + " first byte 121 ms, body 0 ms");
    }

    @Test
    void tellsOfEarlierAttempts() {
        facts.begin(0);
        facts.sending(new LeaseResult(LeaseOutcome.REUSED, 0, 0, 2), DialFacts.NONE, PEER, 0);
        facts.failed(new SocketTimeoutException(), 50 * MILLI);
        facts.sending(new LeaseResult(LeaseOutcome.REUSED, 10 * MILLI, 0, 3), DialFacts.NONE, PEER, 80 * MILLI);
        facts.answered(200, 90 * MILLI);
        facts.ended(90 * MILLI);

        assertThat(facts.now())
                .hasToString("200 in 90 ms: reused 127.0.0.1:8443 (HTTP/1.1, request 3, idle for 0 ms), sent 2 times,"
                        + " earlier attempts and pauses 70 ms, queue 10 ms, first byte 10 ms, body 0 ms");
        assertThat(facts.now().failure()).isEmpty();
    }

    @Test
    void keepsTheFactsOfEachExchange() {
        facts.begin(0);
        facts.sending(new LeaseResult(LeaseOutcome.REUSED, 5 * MILLI, 0, 2), DialFacts.NONE, PEER, 6 * MILLI);
        facts.failed(new SocketTimeoutException(), 50 * MILLI);
        facts.sending(new LeaseResult(LeaseOutcome.REUSED, 10 * MILLI, 0, 3), DialFacts.NONE, PEER, 80 * MILLI);
        facts.answered(200, 90 * MILLI);
        facts.ended(94 * MILLI);

        assertThat(facts.now().attempts())
                .extracting(Object::toString)
                .containsExactly(
                        "SocketTimeoutException: reused 127.0.0.1:8443 (HTTP/1.1, request 2, idle for 0 ms), pause 1.0"
                                + " ms, queue 5.0 ms, unanswered 44 ms",
                        "200: reused 127.0.0.1:8443 (HTTP/1.1, request 3, idle for 0 ms), pause 20 ms, queue 10 ms,"
                                + " first byte 10 ms, body 4.0 ms");
        assertThat(sum(facts.now().attempts())).isEqualTo(facts.now().total());
    }

    private static Duration sum(List<CallFacts.Exchange> attempts) {
        return attempts.stream()
                .flatMap(each -> Stream.of(each.pause(), each.waited(), each.dialed(), each.firstByte(), each.body()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Test
    void keepsTheFirstAndTheLastOfManyExchanges() {
        facts.begin(0);
        for (int i = 1; i <= 30; i++) {
            facts.sending(new LeaseResult(LeaseOutcome.REUSED, 0, 0, i), DialFacts.NONE, PEER, i * MILLI);
            facts.answered(503, i * MILLI);
        }

        assertThat(facts.now().exchanges()).isEqualTo(30);
        assertThat(facts.now().attempts())
                .extracting(CallFacts.Exchange::uses)
                .containsExactly(
                        1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 21L, 22L, 23L, 24L, 25L, 26L, 27L, 28L, 29L, 30L);
    }

    @Test
    void countsADialOnceIfARequestIsRedirectedOnItsConnection() {
        LeaseResult got = new LeaseResult(LeaseOutcome.DIALED_AFTER_WAIT, 10 * MILLI, 0, 1);
        DialFacts dialed = new DialFacts(40 * MILLI, 0, 0, 0, null, List.of(), false);
        facts.begin(0);
        facts.sending(got, dialed, PEER, 50 * MILLI);
        facts.answered(302, 60 * MILLI);
        facts.ended(60 * MILLI);
        facts.sending(got, dialed, PEER, 60 * MILLI);
        facts.answered(200, 70 * MILLI);
        facts.ended(75 * MILLI);

        assertThat(facts.now().before()).isEqualTo(Duration.ofMillis(60));
        assertThat(facts.now().last().orElseThrow().waited()).isZero();
        assertThat(facts.now().last().orElseThrow().dialed()).isZero();
        assertThat(facts.now().total()).isEqualTo(Duration.ofMillis(75));
    }

    @Test
    void tellsOfAFailureBeforeAnythingWasSent() {
        facts.begin(0);
        facts.failed(new SocketTimeoutException(), 2_000 * MILLI);

        assertThat(facts.now()).hasToString("SocketTimeoutException in 2000 ms");
        assertThat(facts.now().total()).isEqualTo(Duration.ofSeconds(2));
    }
}
