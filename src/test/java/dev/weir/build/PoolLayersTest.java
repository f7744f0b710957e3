package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The layers of {@code dev.weir.internal.pool}, as docs/architecture.md shows them. */
class PoolLayersTest {
    private static final Set<String> CONTROL = Set.of("PoolControl");
    private static final Set<String> UPKEEP = Set.of(
            "AddressWatch",
            "ConnectionReplacer",
            "IdleKeeper",
            "IdleSweep",
            "IdleWatch",
            "LeakWatch",
            "LimitShrink",
            "StreamLeaks",
            "StreamReplacementDialer",
            "StreamWatch",
            "ThreadReplacementDialer");
    private static final Set<String> LEASES_OF_EXCHANGES = Set.of(
            "ActiveExchange",
            "AsyncPool",
            "FirstSearch",
            "HeldExchange",
            "SharedConnection",
            "SharedReuseObserver",
            "SharedTransport",
            "StreamConnect",
            "StreamDial",
            "StreamLease",
            "StreamLimits",
            "StreamRequest",
            "StrictLimit");
    private static final Set<String> LEASES_OF_CONNECTIONS =
            Set.of("ConnectionPool", "DialTask", "LateBinding", "Lease", "PendingLease", "TimedDial");
    private static final Set<String> EXPLANATIONS =
            Set.of("ExhaustionReporter", "Forgetting", "Holders", "IdleTrim", "LargestRoutes", "Routes", "Snapshots");
    private static final Set<String> ROUTE_AND_CONNECTION = Set.of(
            "BlockingConnection",
            "BusyRoutes",
            "HeldLease",
            "IdleSocket",
            "IdleState",
            "PooledConnection",
            "Retirement",
            "ReuseObserver",
            "RouteState",
            "Unblocking");
    private static final List<Set<String>> FROM_ABOVE =
            List.of(CONTROL, UPKEEP, LEASES_OF_EXCHANGES, LEASES_OF_CONNECTIONS, EXPLANATIONS, ROUTE_AND_CONNECTION);

    private final Map<String, Collection<String>> mentions = mentions();

    private static Map<String, Collection<String>> mentions() {
        return SourceFigures.ofWeir().stream()
                .filter(file -> file.packageName().equals("dev.weir.internal.pool"))
                .collect(Collectors.toMap(SourceFigures::name, SourceFigures::mentions));
    }

    @Test
    void noClassMentionsOneOfALayerAbove() {
        Set<String> above = new HashSet<>();
        List<String> upward = new ArrayList<>();

        for (Set<String> layer : FROM_ABOVE) {
            layer.forEach(name -> mentions.getOrDefault(name, Set.of()).stream()
                    .filter(above::contains)
                    .forEach(other -> upward.add(name + " mentions " + other)));
            above.addAll(layer);
        }

        assertThat(upward).isEmpty();
    }

    @Test
    void eachClassOfALayerExists() {
        assertThat(FROM_ABOVE.stream().flatMap(Set::stream)).allMatch(mentions::containsKey);
    }
}
