package dev.weir.spring;

import dev.weir.config.Spread;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long DNS answers are used.
 *
 * @param ttl How long looked-up addresses are used. 0 switches the cache off
 * @param negativeTtl How long a failed lookup is not repeated. 0 repeats it each time
 * @param serveStale How long an old answer may be used while DNS fails. 0 switches it off
 * @param drainOnChange Whether connections to addresses that the DNS has dropped are closed
 * @param spread To which of the addresses of a host connections are opened
 */
record DnsProperties(
        @Nullable Duration ttl,
        @Nullable Duration negativeTtl,
        @Nullable Duration serveStale,
        @Nullable Boolean drainOnChange,
        @Nullable Spread spread) {}
