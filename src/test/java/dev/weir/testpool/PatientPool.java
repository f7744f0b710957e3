package dev.weir.testpool;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Pools that cut nothing short, however slow the machine is: for tests of anything but the timeouts. */
public final class PatientPool {

    private PatientPool() {}

    public static HttpPoolBuilder builder(String name) {
        return HttpPool.builder(name)
                .timeouts(t -> t.poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(40))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ZERO));
    }

    /** A pool that also goes by another clock. */
    public static HttpPoolBuilder builder(String name, LongSupplier nanoClock) {
        return PoolTime.of(nanoClock, builder(name));
    }
}
