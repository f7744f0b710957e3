package dev.weir.config;

import java.time.Duration;
import java.util.Optional;

/** How long traffic can still reach an address after DNS has dropped it. */
record StaleWindow(Dns dns, Duration maxLifetime, WorstCase worst) {

    /**
     * Adds it up.
     *
     * @param jvmTtl how long the JVM keeps addresses itself
     */
    Duration length(Duration jvmTtl) {
        if (jvmTtl.equals(JvmDnsCache.FOREVER)) {
            return JvmDnsCache.FOREVER;
        }
        Duration learned = jvmTtl.plus(dns.ttl());
        // Without a cache, no name is looked up again while its connections live.
        if (!dns.drainOnChange() || dns.ttl().isZero()) {
            return learned.plus(maxLifetime);
        }
        Optional<Duration> exchange = worst.untilLastByte().or(worst::untilResponse);
        return exchange.map(learned.plus(dns.ttl())::plus).orElse(JvmDnsCache.FOREVER);
    }
}
