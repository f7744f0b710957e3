package dev.weir.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes default timeouts fit: {@code poolWait < connect < read < total} and {@code connect + read <= total}.
 *
 * <p>A default moves only as far as the order needs: to four fifths of a smaller explicit value, or to five quarters of a
 * larger one. Where that does not fit between two explicit values, it goes between them.
 */
final class TimeoutDefaults {
    private final Scope scope;

    TimeoutDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Defaults defaults) {
        Yielding<Duration> connect = settle(defaults, Timeouts.CONNECT, connect());
        settle(defaults, Timeouts.POOL_WAIT, poolWait(connect));
        settle(defaults, Tls.HANDSHAKE, new Yielding<>(connect.value(), "default, the same as timeouts.connect"));
        Yielding<Duration> read = settle(defaults, Timeouts.READ, read(connect));
        settle(defaults, Timeouts.TOTAL, total(connect, read));
    }

    /** Returns what holds, with the explicit value that it is, or that it made way for. */
    private Yielding<Duration> settle(Defaults defaults, Knob<Duration> knob, Yielding<Duration> fitting) {
        Duration value = defaults.settle(knob, fitting);
        return scope.has(knob) ? new Yielding<>(value, "to fit " + scope.cause(knob)) : fitting;
    }

    private Yielding<Duration> poolWait(Yielding<Duration> connect) {
        Yielding<Duration> wait = Yielding.from(Timeouts.POOL_WAIT);
        return scope.isAdopted(Timeouts.CONNECT) || wait.value().compareTo(connect.value()) < 0
                ? wait
                : wait.atMost(below(connect.value()), connect.cause());
    }

    private Yielding<Duration> connect() {
        Yielding<Duration> connect = Yielding.from(Timeouts.CONNECT);
        Duration wait = scope.find(Timeouts.POOL_WAIT);
        if (wait != null && connect.value().compareTo(wait) <= 0) {
            connect = connect.atLeast(above(wait), scope.cause(Timeouts.POOL_WAIT));
        }
        Duration handshake = scope.find(Tls.HANDSHAKE);
        if (handshake != null) {
            connect = connect.atLeast(handshake, scope.cause(Tls.HANDSHAKE));
        }
        Duration read = scope.findOwn(Timeouts.READ);
        if (read != null && connect.value().compareTo(read) >= 0) {
            connect = within(connect, below(read), read, scope.cause(Timeouts.READ));
        }
        Duration total = scope.findOn(Timeouts.TOTAL);
        return total == null ? connect : within(connect, total);
    }

    /** A read that is itself a default needs more than connect, so that connect has two fifths of the total at most. */
    private Yielding<Duration> within(Yielding<Duration> connect, Duration total) {
        String cause = scope.cause(Timeouts.TOTAL);
        if (!scope.has(Timeouts.READ)) {
            Duration share = total.multipliedBy(2).dividedBy(5);
            return connect.value().compareTo(share) <= 0 ? connect : within(connect, share, total.dividedBy(2), cause);
        }
        Duration room = total.minus(scope.get(Timeouts.READ));
        if (room.compareTo(floor()) > 0 && room.compareTo(total) < 0) {
            return connect.atMost(room, cause);
        }
        return connect.value().compareTo(total) < 0 ? connect : within(connect, below(total), total, cause);
    }

    /** The wanted value, or one halfway between what connect must exceed and what it must not reach. */
    private Yielding<Duration> within(Yielding<Duration> connect, Duration wanted, Duration bound, String cause) {
        Duration floor = floor();
        if (wanted.compareTo(floor) > 0) {
            return connect.atMost(wanted, cause);
        }
        return floor.compareTo(bound) < 0 ? connect.atMost(floor.plus(bound).dividedBy(2), cause) : connect;
    }

    private Duration floor() {
        Duration floor = Duration.ZERO;
        for (Knob<Duration> lower : List.of(Timeouts.POOL_WAIT, Tls.HANDSHAKE)) {
            Duration value = scope.find(lower);
            floor = value != null && value.compareTo(floor) > 0 ? value : floor;
        }
        return floor;
    }

    private Yielding<Duration> read(Yielding<Duration> connect) {
        Yielding<Duration> read = Yielding.from(Timeouts.READ);
        if (read.value().compareTo(connect.value()) <= 0) {
            read = read.atLeast(above(connect.value()), connect.cause());
        }
        @Nullable Duration total = scope.findOn(Timeouts.TOTAL);
        return total != null && total.minus(connect.value()).compareTo(connect.value()) > 0
                ? read.atMost(total.minus(connect.value()), scope.cause(Timeouts.TOTAL))
                : read;
    }

    private Yielding<Duration> total(Yielding<Duration> connect, Yielding<Duration> read) {
        Yielding<Duration> largest = read.value().isZero() ? connect : read;
        Yielding<Duration> total = Yielding.from(Timeouts.TOTAL);
        if (total.value().compareTo(largest.value()) <= 0) {
            total = total.atLeast(above(largest.value()), largest.cause());
        }
        Yielding<Duration> decisive = read.cause().isEmpty() ? connect : read;
        return total.atLeast(connect.value().plus(read.value()), decisive.cause());
    }

    private static Duration below(Duration value) {
        return value.multipliedBy(4).dividedBy(5);
    }

    private static Duration above(Duration value) {
        return value.multipliedBy(5).dividedBy(4);
    }
}
