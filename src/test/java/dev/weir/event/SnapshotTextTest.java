package dev.weir.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.event.RouteFixture;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnapshotTextTest {

    private static ConnectionSnapshot connection(ConnectionSnapshot.State state, long uses) {
        return new ConnectionSnapshot(
                "c-12",
                new InetSocketAddress("10.0.0.1", 443),
                state,
                Duration.ofMillis(1_582),
                Duration.ofMillis(200),
                uses,
                "HTTP/1.1");
    }

    @Test
    void printsTimesAsPeopleWriteThem() {
        assertThat(connection(ConnectionSnapshot.State.IDLE, 17))
                .hasToString("c-12 10.0.0.1:443 idle for 0.2 s of 1.6 s, 17 requests, HTTP/1.1");
        assertThat(connection(ConnectionSnapshot.State.LEASED, 1))
                .hasToString("c-12 10.0.0.1:443 leased, age 1.6 s, 1 request, HTTP/1.1");
    }

    @Test
    void printsTheFiguresOfARouteInOneLine() {
        RouteSnapshot route = RouteFixture.of("http://recs:80")
                .now(2, 1, 0, 0)
                .soFar(5, 2)
                .learned(Optional.of(Duration.ofMillis(4_500)))
                .connections(List.of(connection(ConnectionSnapshot.State.LEASED, 1)))
                .snapshot();

        assertThat(route.toString())
                .startsWith("http://recs:80: 2 leased and 1 idle of 20, 0 pending, 0 dialing, ")
                .contains(
                        "5 opened, 2 closed {}, leases {}, may idle for 4.5 s, connections [c-12 10.0.0.1:443 leased");
    }
}
