package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits on the time of calls, in this order: poolWait below connect below read below total.
 *
 * @param poolWait How long a request may wait while it has neither a connection nor one being opened for it
 * @param connect How long opening a connection may take as a whole, with DNS, every address tried and the TLS handshake
 * @param read How long the server may be silent between two bytes. 0 switches it off
 * @param total How long a call may take from the queue to the last byte of the body. 0 switches it off
 * @param unordered Whether the check of the order is switched off
 */
record TimeoutProperties(
        @Nullable Duration poolWait,
        @Nullable Duration connect,
        @Nullable Duration read,
        @Nullable Duration total,
        @Nullable Boolean unordered) {}
