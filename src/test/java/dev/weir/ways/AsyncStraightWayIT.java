package dev.weir.ways;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request of an asynchronous pool that goes straight, and one that goes through HttpClient's chain, are the same to all
 * observers. A caller that blocks sends them, because it sees all that can be seen.
 */
@Tag("slow")
class AsyncStraightWayIT {

    // A connection that ends in the handshake: the chain ends the call by the write that failed, and the straight way,
    // which sees the end of the exchange, repeats a GET once, as any that ends without a response.
    private static final String UPGRADE = "[HTTP/1.1 101 Switching|Upgrade: TLS/1.2|Connection: Upgrade||]";

    // What comes of these is a race with the thread of the connection, or with the JDK's memory of unknown hosts.
    private static final Set<String> RACES = Set.of(
            "opened and closed",
            "opened, read and closed",
            "cancelled before",
            "interrupted",
            "through a proxy",
            "through a proxy that asks who it is",
            UPGRADE);

    static Stream<WayCase> cases() {
        return Stream.concat(
                WayCases.all()
                        .filter(each -> !RACES.contains(each.name()))
                        .filter(AsyncStraightWayIT::leavesBlockingClientsAlone),
                AsyncCustomizedCases.clients().stream());
    }

    // A pool of the asynchronous kind refuses a customizer of the other kind.
    private static boolean leavesBlockingClientsAlone(WayCase each) {
        HttpPoolBuilder pool = HttpPool.builder("ways");
        each.pool().accept(pool);
        try {
            pool.asyncConfig();
            return true;
        } catch (InvalidPoolConfigException e) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void doesWhatTheChainDoes(WayCase each) throws Exception {
        List<String> throughChain = Transcript.of(each, Way.ASYNC_CHAIN);

        List<String> asChosen = Transcript.of(each, Way.ASYNC_CHOSEN);

        assertThat(String.join("\n", asChosen)).isEqualTo(String.join("\n", throughChain));
    }
}
