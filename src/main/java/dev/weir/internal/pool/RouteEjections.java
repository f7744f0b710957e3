package dev.weir.internal.pool;

import dev.weir.event.EjectionReason;
import dev.weir.event.PoolEvent;
import dev.weir.internal.diagnosis.EjectionFigures;
import dev.weir.internal.ejection.AddressHealth;
import dev.weir.internal.ejection.EjectionTerms;
import dev.weir.internal.ejection.OutlierState;
import dev.weir.internal.ejection.Outliers;
import dev.weir.internal.log.AddressText;
import dev.weir.internal.log.Log;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The ejected addresses of one route, and their events. Thread-safe. */
final class RouteEjections {

    /** The time span of findings. */
    private static final long FORGIVEN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final Log LOG = Log.of("pool");

    private final String target;
    private final PoolEvents events;
    private final Supplier<EjectionTerms> terms;
    private final Runnable leave;
    private final LongSupplier nanoClock;
    private final Outliers outliers = new Outliers();

    /**
     * Creates it for a route.
     *
     * @param terms the configuration; read for each failure
     * @param leave closes the connections to ejected addresses
     * @param nanoClock the time by which addresses are out
     */
    RouteEjections(
            String target, PoolEvents events, Supplier<EjectionTerms> terms, Runnable leave, LongSupplier nanoClock) {
        this.target = target;
        this.events = events;
        this.terms = terms;
        this.leave = leave;
        this.nanoClock = nanoClock;
    }

    AddressHealth of(InetSocketAddress address) {
        return outliers.of(address);
    }

    /** Puts addresses that take no request last. */
    List<InetSocketAddress> order(List<InetSocketAddress> addresses) {
        return outliers.order(addresses, terms.get(), nanoClock.getAsLong());
    }

    /** Tells whether no request to an address has succeeded since it was ejected. */
    boolean isOut(InetSocketAddress address) {
        return !isOff() && outliers.isOut(address);
    }

    /** Tells whether it is time for one request to try an address. */
    boolean isDue(InetSocketAddress address) {
        return !isOff() && outliers.isDue(address, nanoClock.getAsLong());
    }

    /** Tells whether an address takes no request at the moment. */
    boolean isBlocked(InetSocketAddress address) {
        return !isOff() && outliers.isBlocked(address, nanoClock.getAsLong());
    }

    private boolean isOff() {
        return terms.get().failures() == 0;
    }

    /** Notes a response; returns whether the address takes requests again. */
    boolean answered(AddressHealth health, int status) {
        if (terms.get().isFailure(status)) {
            failed(health, EjectionReason.STATUS);
            return false;
        }
        return !health.isFine() && succeeded(health);
    }

    private boolean succeeded(AddressHealth health) {
        boolean isBack = outliers.succeeded(health, nanoClock.getAsLong());
        if (isBack) {
            String address = AddressText.of(health.address());
            LOG.info("Pool '{}': {} of {} takes requests again", events.pool(), address, target);
            events.tell(new PoolEvent.AddressRestored(events.pool(), target, health.address()));
        }
        return isBack;
    }

    /** Notes a failure; returns whether the address is ejected for it. */
    boolean failed(AddressHealth health, EjectionReason reason) {
        Outliers.Ejected ejected = outliers.failed(health, reason, terms.get(), nanoClock.getAsLong());
        if (ejected == null) {
            return false;
        }
        leave.run();
        tell(ejected, reason);
        return true;
    }

    private void tell(Outliers.Ejected ejected, EjectionReason reason) {
        LOG.warn(
                "Pool '{}': {} of {} failed {} times in a row ({}) while other addresses work; it takes no requests for"
                        + " {} ms (ejection)",
                events.pool(),
                AddressText.of(ejected.address()),
                target,
                ejected.failures(),
                reason,
                TimeUnit.NANOSECONDS.toMillis(ejected.outNanos()));
        events.tell(new PoolEvent.AddressEjected(
                events.pool(),
                target,
                ejected.address(),
                reason,
                ejected.failures(),
                Duration.ofNanos(ejected.outNanos())));
    }

    /** Returns the addresses that are ejected, with how long they take no request. */
    Map<InetSocketAddress, Duration> ejected() {
        if (isOff()) {
            return Map.of();
        }
        Map<InetSocketAddress, Duration> left = new LinkedHashMap<>();
        for (OutlierState state : outliers.states(nanoClock.getAsLong())) {
            if (state.isOut()) {
                left.put(state.address(), Duration.ofNanos(state.leftNanos()));
            }
        }
        return left;
    }

    EjectionFigures figures() {
        long nowNanos = nanoClock.getAsLong();
        return new EjectionFigures(outliers.states(nowNanos).stream()
                .filter(state -> state.isOut() || nowNanos - state.sinceNanos() < FORGIVEN_AFTER_NANOS)
                .map(this::figures)
                .toList());
    }

    private EjectionFigures.Ejected figures(OutlierState state) {
        return new EjectionFigures.Ejected(
                AddressText.of(state.address()),
                state.ejections(),
                state.reason(),
                state.isOut() && !isOff(),
                Duration.ofNanos(state.leftNanos()));
    }
}
