package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * No request that may be sent twice fails while a server restarts, or the network does, and none is executed twice that may
 * not. All servers and disturbances run by {@code mvn verify -Dexcluded=none -Dit.test=ServersIT,RestartsIT}.
 */
class RestartsIT {

    private static final List<ClientKind> OURS = List.of(ClientKind.values());

    /** More by {@code -Dservers.restarts=5}. */
    private static final int TIMES = Integer.getInteger("servers.restarts", 1);

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> aRestartOfTomcatFailsNothing() {
        return Stream.of(test(ServerKind.TOMCAT, Disturbance.STOP, 1));
    }

    @Tag("servers")
    @TestFactory
    Stream<DynamicContainer> disturbancesFailNothingThatMayBeSentTwice() {
        return Arrays.stream(ServerKind.values())
                .map(server -> dynamicContainer(
                        server.title(),
                        Arrays.stream(Disturbance.values())
                                .filter(disturbance -> disturbance.concerns(server))
                                .map(disturbance -> test(server, disturbance, TIMES))));
    }

    private DynamicTest test(ServerKind server, Disturbance disturbance, int times) {
        return dynamicTest(server.title() + ", " + disturbance.title(), () -> {
            assumeTrue(server.isInstalled(), server.program() + " is not installed");
            Restarts.Outcome outcome =
                    Restarts.play(server, disturbance, OURS, times, directory.resolve(server + "-" + disturbance));

            outcome.losses()
                    .forEach((client, losses) -> check(disturbance, times, client, losses, outcome.executions()));
        });
    }

    private static void check(
            Disturbance disturbance, int times, ClientKind client, Losses losses, Map<String, Long> executions) {
        int allowed = disturbance.lostEachTime() * times + disturbance.lostOf(losses.sent(), client);
        assertThat(losses.failedRepeatable())
                .as(client + ": " + losses.reasons())
                .isLessThanOrEqualTo(allowed);
        assertThat(losses.executedTwice(executions))
                .as(client + ": executed twice")
                .isZero();
        assertThat(losses.answeredByNobody(executions))
                .as(client + ": answered by nobody")
                .isZero();
    }
}
