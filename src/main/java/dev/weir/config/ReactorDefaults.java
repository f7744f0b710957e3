package dev.weir.config;

import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;

/** The options of sockets that nobody has set are those of the pool's own reactor. */
final class ReactorDefaults {
    private static final String ORIGIN = "reactor.config";

    private final Scope scope;

    ReactorDefaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        IOReactorConfig config = scope.find(Knobs.IO_REACTOR_CONFIG);
        if (config == null) {
            return;
        }
        fill(resolution, Knobs.IO_THREADS, config.getIoThreadCount());
        fill(resolution, Knobs.TCP_NO_DELAY, config.isTcpNoDelay());
        fill(resolution, Knobs.SO_KEEP_ALIVE, config.isSoKeepAlive());
        fill(resolution, Knobs.REUSE_ADDRESS, config.isSoReuseAddress());
        fill(resolution, Knobs.RECEIVE_BUFFER, config.getRcvBufSize());
        fill(resolution, Knobs.SEND_BUFFER, config.getSndBufSize());
        TimeValue linger = config.getSoLinger();
        if (linger != null && linger.getDuration() >= 0) {
            fill(resolution, Knobs.LINGER, linger.toDuration());
        }
    }

    private <T> void fill(Resolution resolution, Knob<T> knob, T value) {
        if (!scope.has(knob)) {
            resolution.put(knob, value, ORIGIN);
        }
    }
}
