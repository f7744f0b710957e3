package dev.weir.config;

import java.security.Security;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How long traffic can still reach an address after DNS has dropped it. */
final class StaleWindow {
    static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
    private static final Duration JVM_DEFAULT = Duration.ofSeconds(30);

    private StaleWindow() {}

    static Duration of(PoolConfig config, Duration jvmTtl) {
        if (jvmTtl.equals(FOREVER)) {
            return FOREVER;
        }
        Duration learned = jvmTtl.plus(config.dns().ttl());
        if (!config.dns().drainOnChange()) {
            return learned.plus(config.eviction().maxLifetime());
        }
        WorstCase worst = config.worstCase();
        Optional<Duration> exchange = worst.untilLastByte().or(worst::untilResponse);
        return exchange.map(learned.plus(config.dns().ttl())::plus).orElse(FOREVER);
    }

    /** What the JVM would do: the security property, then the system property, then its own default. */
    static Duration jvmTtl() {
        String property = Security.getProperty("networkaddress.cache.ttl");
        return jvmTtl(property == null ? System.getProperty("sun.net.inetaddr.ttl") : property);
    }

    static Duration jvmTtl(@Nullable String property) {
        try {
            int seconds = property == null ? (int) JVM_DEFAULT.toSeconds() : Integer.parseInt(property.strip());
            return seconds < 0 ? FOREVER : Duration.ofSeconds(seconds);
        } catch (NumberFormatException unusable) {
            // The JVM, too, goes by its default then.
            return JVM_DEFAULT;
        }
    }
}
