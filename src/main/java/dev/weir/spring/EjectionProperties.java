package dev.weir.spring;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When an address of a host takes no requests for a while, because it fails while others work.
 *
 * @param failures Failures in a row after which an address gets no requests for a while. With 0 none is ejected
 * @param time How long an ejected address gets no requests the first time
 * @param maxTime How long an ejected address gets no requests at most. The time doubles when it fails again
 * @param onStatus Statuses, 400 to 599, that count as failures of their address
 */
record EjectionProperties(
        @Nullable Integer failures,
        @Nullable Duration time,
        @Nullable Duration maxTime,
        @Nullable Set<Integer> onStatus) {}
