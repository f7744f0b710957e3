package dev.weir;

import java.time.Duration;

/** Pools that cut nothing short, however slow the machine is: for tests of anything but the timeouts. */
final class PatientPool {

    private PatientPool() {}

    static HttpPoolBuilder builder(String name) {
        return HttpPool.builder(name)
                .timeouts(t -> t.poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(40))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ZERO));
    }
}
