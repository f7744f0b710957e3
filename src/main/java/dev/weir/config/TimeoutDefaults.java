package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes default timeouts fit: {@code poolWait < connect < read < total} and {@code connect + read <= total}.
 *
 * <p>A default shrinks to its share of a larger explicit value, or else grows to its share of a smaller one; where a
 * share still does not fit between two explicit values, it goes between them.
 */
final class TimeoutDefaults {
    private static final Map<Knob<Duration>, Integer> SHARES =
            Map.of(Timeouts.POOL_WAIT, 1, Timeouts.CONNECT, 2, Tls.HANDSHAKE, 2, Timeouts.READ, 5, Timeouts.TOTAL, 10);

    private final Scope scope;

    TimeoutDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        Duration connect = resolution.settle(Timeouts.CONNECT, this::connect);
        String cause = resolution.cause(Timeouts.CONNECT);
        resolution.settle(Timeouts.POOL_WAIT, () -> poolWait(connect, cause));
        resolution.settle(Tls.HANDSHAKE, () -> new Yielding<>(connect, "default, the same as timeouts.connect"));
        Duration read = resolution.settle(Timeouts.READ, () -> read(connect));
        resolution.settle(Timeouts.TOTAL, () -> total(connect, read));
    }

    private Yielding<Duration> poolWait(Duration connect, String cause) {
        Yielding<Duration> wait = shrunk(Timeouts.POOL_WAIT, Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL);
        boolean isFree = scope.isAdopted(Timeouts.CONNECT) || wait.value().compareTo(connect) < 0;
        return isFree ? wait : wait.atMost(connect.dividedBy(2), cause);
    }

    private Yielding<Duration> connect() {
        Yielding<Duration> connect = shrunk(Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL);
        Duration handshake = scope.find(Tls.HANDSHAKE);
        if (handshake != null) {
            connect = connect.atLeast(handshake, scope.cause(Tls.HANDSHAKE));
        }
        Duration wait = scope.find(Timeouts.POOL_WAIT);
        if (wait != null && connect.value().compareTo(wait) <= 0) {
            connect = connect.atLeast(share(Timeouts.CONNECT, Timeouts.POOL_WAIT), scope.cause(Timeouts.POOL_WAIT));
        }
        return belowTotal(belowRead(connect));
    }

    private Yielding<Duration> belowRead(Yielding<Duration> connect) {
        return below(connect, scope.findOwn(Timeouts.READ), Timeouts.READ);
    }

    /** A read that is itself a default needs more than connect, so that connect has less than half of the total. */
    private Yielding<Duration> belowTotal(Yielding<Duration> connect) {
        Duration total = scope.findOn(Timeouts.TOTAL);
        if (total == null) {
            return connect;
        }
        if (!scope.has(Timeouts.READ)) {
            return below(connect, total.dividedBy(2), Timeouts.TOTAL);
        }
        Duration room = total.minus(scope.get(Timeouts.READ));
        return room.compareTo(floor()) > 0 && room.compareTo(total) < 0
                ? connect.atMost(room, scope.cause(Timeouts.TOTAL))
                : below(connect, total, Timeouts.TOTAL);
    }

    /** Halfway between what connect must exceed and what it must not reach, if it is too large. */
    private Yielding<Duration> below(Yielding<Duration> connect, @Nullable Duration bound, Knob<Duration> knob) {
        if (bound == null || connect.value().compareTo(bound) < 0 || floor().compareTo(bound) >= 0) {
            return connect;
        }
        return connect.atMost(floor().plus(bound).dividedBy(2), scope.cause(knob));
    }

    private Duration floor() {
        Duration floor = Duration.ZERO;
        for (Knob<Duration> lower : List.of(Timeouts.POOL_WAIT, Tls.HANDSHAKE)) {
            Duration value = scope.find(lower);
            floor = value != null && value.compareTo(floor) > 0 ? value : floor;
        }
        return floor;
    }

    private Yielding<Duration> read(Duration connect) {
        Yielding<Duration> read = shrunk(Timeouts.READ, Timeouts.TOTAL);
        Duration least = connect.plusNanos(1);
        read = grown(read, Timeouts.READ, least, List.of(Timeouts.POOL_WAIT, Timeouts.CONNECT, Tls.HANDSHAKE));
        Duration total = scope.findOn(Timeouts.TOTAL);
        return total != null && total.minus(connect).compareTo(connect) > 0
                ? read.atMost(total.minus(connect), scope.cause(Timeouts.TOTAL))
                : read;
    }

    private Yielding<Duration> total(Duration connect, Duration read) {
        Duration least = connect.plus(read.isZero() ? Duration.ofNanos(1) : read);
        List<Knob<Duration>> smaller = List.of(Timeouts.POOL_WAIT, Timeouts.CONNECT, Tls.HANDSHAKE, Timeouts.READ);
        return grown(Yielding.from(Timeouts.TOTAL), Timeouts.TOTAL, least, smaller);
    }

    @SafeVarargs
    private Yielding<Duration> shrunk(Knob<Duration> knob, Knob<Duration>... larger) {
        Yielding<Duration> shrunk = Yielding.from(knob);
        for (Knob<Duration> each : larger) {
            if (scope.findOwn(each) != null) {
                shrunk = shrunk.atMost(share(knob, each), scope.cause(each));
            }
        }
        return shrunk;
    }

    /** Grows over each explicit value it is not above; if that is still too little, over the first that suffices. */
    private Yielding<Duration> grown(
            Yielding<Duration> usual, Knob<Duration> knob, Duration least, List<Knob<Duration>> smaller) {
        Yielding<Duration> grown = usual;
        List<Yielding<Duration>> shares = new ArrayList<>();
        for (Knob<Duration> each : smaller) {
            Duration explicit = scope.findOn(each);
            if (explicit != null) {
                shares.add(usual.atLeast(share(knob, each), scope.cause(each)));
            }
            if (explicit != null && explicit.compareTo(usual.value()) >= 0) {
                grown = grown.atLeast(share(knob, each), scope.cause(each));
            }
        }
        return grown.value().compareTo(least) >= 0 ? grown : firstSufficient(grown, least, shares);
    }

    private static Yielding<Duration> firstSufficient(
            Yielding<Duration> usual, Duration least, List<Yielding<Duration>> shares) {
        return shares.stream()
                .filter(share -> share.value().compareTo(least) >= 0)
                .min((one, other) -> one.value().compareTo(other.value()))
                .orElseGet(() -> usual.atLeast(least, "the other timeouts"));
    }

    private Duration share(Knob<Duration> knob, Knob<Duration> of) {
        return scope.get(of).multipliedBy(SHARES.getOrDefault(knob, 1)).dividedBy(SHARES.getOrDefault(of, 1));
    }
}
