package dev.weir.spring;

import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides how long requests under way are waited for while a context stops: as long as they get on, within a bound. What
 * does not move, such as a response that is never closed, is waited for only briefly. Not thread-safe.
 */
final class RestRule {

    /** As long as a server may pause within a response; shorter than what makes people kill a process that does not stop. */
    static final Duration QUIET = Duration.ofSeconds(5);

    /** What moved so far; differs as soon as anything does. */
    private record Movement(String pool, String target, int leased, int pending, int dialing, List<Bytes> bytes) {}

    private record Bytes(String id, long uses, long moved) {}

    private final Duration longest;
    private final long startNanos;
    private List<Movement> before = List.of();
    private long movedNanos;

    RestRule(Duration longest, long nowNanos) {
        this.longest = longest;
        this.startNanos = nowNanos;
        this.movedNanos = nowNanos;
    }

    /** Notes what has moved; returns whether to wait longer. */
    boolean watch(List<PoolSnapshot> now, long nowNanos) {
        List<Movement> present = now.stream().flatMap(RestRule::movements).toList();
        if (!present.equals(before) || now.stream().anyMatch(RestRule::isAwaitingResponse)) {
            before = present;
            movedNanos = nowNanos;
        }
        return !isAtRest(now) && nowNanos - startNanos < longest.toNanos() && nowNanos - movedNanos < QUIET.toNanos();
    }

    static boolean isAtRest(List<PoolSnapshot> now) {
        return now.stream().allMatch(pool -> pool.leased() + pool.pending() + pool.dialing() == 0);
    }

    /** Names the pools and routes that are not at rest, such as {@code default: 2 to http://recs:80}. */
    static String describe(List<PoolSnapshot> now) {
        return now.stream()
                .flatMap(pool -> pool.routes().stream()
                        .filter(route -> busy(route) > 0)
                        .map(route -> pool.name() + ": " + busy(route) + " to " + route.target()))
                .collect(Collectors.joining(", "));
    }

    private static int busy(RouteSnapshot route) {
        return route.leased() + route.pending() + route.dialing();
    }

    private static Stream<Movement> movements(PoolSnapshot pool) {
        return pool.routes().stream()
                .map(route -> new Movement(
                        pool.name(),
                        route.target(),
                        route.leased(),
                        route.pending(),
                        route.dialing(),
                        leased(route)
                                .map(each -> new Bytes(each.id(), each.uses(), each.bytesMoved()))
                                .toList()));
    }

    private static boolean isAwaitingResponse(PoolSnapshot pool) {
        return pool.routes().stream().flatMap(RestRule::leased).anyMatch(ConnectionSnapshot::isAwaitingResponse);
    }

    private static Stream<ConnectionSnapshot> leased(RouteSnapshot route) {
        return route.connections().stream().filter(each -> each.state() == ConnectionSnapshot.State.LEASED);
    }
}
