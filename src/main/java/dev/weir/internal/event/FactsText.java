package dev.weir.internal.event;

import dev.weir.event.ExchangeFacts;
import dev.weir.event.HandshakeKind;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.internal.log.AddressText;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts the facts of a call into one line for people. */
final class FactsText {

    // HttpClient's own work takes far less.
    private static final long WORTH_SAYING_MILLIS = 10;

    private FactsText() {}

    static String of(LeaseFacts facts) {
        return result(facts)
                + facts.outcome().map(how -> ": " + exchange(facts, how)).orElse("");
    }

    static String of(ExchangeData exchange) {
        String result = exchange.status().isPresent()
                ? Integer.toString(exchange.status().getAsInt())
                : exchange.failure()
                        .map(failure -> failure.getClass().getSimpleName())
                        .orElse("not answered");
        StringBuilder line = new StringBuilder(result).append(": ");
        line.append(connection(exchange, exchange.got().outcome()));
        phase(line, "pause", exchange.pause());
        phases(line, exchange, exchange.got().outcome());
        if (!exchange.unanswered().isZero()) {
            phase(line, "unanswered", exchange.unanswered());
        }
        return line.toString();
    }

    private static String result(LeaseFacts facts) {
        boolean isOver = !facts.total().isZero();
        String time = isOver ? " in " + time(facts.total()) : "";
        if (facts.isCancelled()) {
            return "canceled" + time;
        }
        if (facts.failure().isPresent()) {
            return facts.failure().get().getClass().getSimpleName() + time;
        }
        if (facts.status().isPresent()) {
            return facts.status().getAsInt() + time + (isOver ? "" : ", body not read");
        }
        return facts.outcome().isPresent() ? "not answered" : "not sent";
    }

    private static String exchange(LeaseFacts facts, LeaseOutcome how) {
        StringBuilder line = new StringBuilder(connection(facts, how));
        if (facts.exchanges() > 1) {
            line.append(", sent ").append(facts.exchanges()).append(" times, earlier attempts and pauses ");
            line.append(time(facts.before()));
        } else if (facts.before().toMillis() >= WORTH_SAYING_MILLIS) {
            phase(line, "before", facts.before());
        }
        phases(line, facts, how);
        return line.toString();
    }

    private static void phases(StringBuilder line, ExchangeFacts facts, LeaseOutcome how) {
        phase(line, "queue", facts.waited());
        if (isDialed(how)) {
            dial(line, facts);
        }
        if (facts.status().isPresent()) {
            phase(line, "first byte", facts.firstByte());
            phase(line, "body", facts.body());
        }
    }

    private static boolean isDialed(LeaseOutcome how) {
        return how == LeaseOutcome.DIALED || how == LeaseOutcome.DIALED_AFTER_WAIT;
    }

    private static String connection(ExchangeFacts facts, LeaseOutcome how) {
        String known = address(facts.remoteAddress()) + " (" + facts.protocol().orElse("");
        return isDialed(how)
                ? "dialed " + known + ")"
                : "reused " + known + ", request " + facts.uses() + ", idle for " + time(facts.idleFor()) + ")";
    }

    private static String address(@Nullable SocketAddress address) {
        return address == null ? "a connection" : AddressText.of(address);
    }

    private static void dial(StringBuilder line, ExchangeFacts facts) {
        Duration connect = facts.dialed().minus(facts.lookup()).minus(facts.handshake());
        phase(line, "DNS", facts.lookup());
        facts.lookupOutcome()
                .ifPresent(from -> line.append(" (").append(name(from)).append(')'));
        phase(line, "connect", connect.isNegative() ? Duration.ZERO : connect);
        phase(line, "TLS", facts.handshake());
        facts.handshakeKind().ifPresent(kind -> line.append(kind == HandshakeKind.RESUMED ? " (resumed)" : " (full)"));
    }

    private static String name(LookupOutcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private static void phase(StringBuilder line, String name, Duration spent) {
        line.append(", ").append(name).append(' ').append(time(spent));
    }

    /** Writes a time with the significant digits. */
    static String time(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis >= 10_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
        }
        return String.format(Locale.ROOT, millis < 0.05 || millis >= 9.95 ? "%.0f ms" : "%.1f ms", millis);
    }
}
