package dev.weir.config;

import java.time.Duration;
import java.util.Optional;

/** How long traffic can still reach an address after DNS has dropped it. */
final class StaleWindow {
    private StaleWindow() {}

    static Duration of(PoolConfig config, Duration jvmTtl) {
        if (jvmTtl.equals(JvmDnsCache.FOREVER)) {
            return JvmDnsCache.FOREVER;
        }
        Duration learned = jvmTtl.plus(config.dns().ttl());
        // Without a cache nobody asks for a name again while its connections live.
        if (!config.dns().drainOnChange() || config.dns().ttl().isZero()) {
            return learned.plus(config.eviction().maxLifetime());
        }
        WorstCase worst = config.worstCase();
        Optional<Duration> exchange = worst.untilLastByte().or(worst::untilResponse);
        return exchange.map(learned.plus(config.dns().ttl())::plus).orElse(JvmDnsCache.FOREVER);
    }
}
