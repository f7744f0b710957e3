package dev.weir.internal.ejection;

import dev.weir.event.EjectionReason;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of one host, and which of them are ejected: those that fail several times in a row while others work, and
 * never more than half of the latest DNS answer. Takes the time. Thread-safe.
 */
public final class Outliers {

    // More than a DNS answer has; those of a rotating set are forgotten in time.
    static final int MOST_KNOWN = 256;

    /**
     * An address that is out.
     *
     * @param address the address
     * @param outNanos for how long it takes no request
     * @param failures how many failures in a row led to it
     */
    public record Ejected(InetSocketAddress address, long outNanos, int failures) {}

    private final ReentrantLock lock = new ReentrantLock();

    // Both guarded by the lock; in the order of their last DNS answers.
    private final Map<InetSocketAddress, AddressHealth> known = new LinkedHashMap<>();
    private Set<InetSocketAddress> answer = Set.of();

    // Written under the lock, read without it.
    private volatile boolean isAnyOut;

    /** Creates it without any address. */
    public Outliers() {}

    /**
     * Returns what is known of an address.
     *
     * @param address the address
     * @return the same object for as long as the address is in DNS answers
     */
    public AddressHealth of(InetSocketAddress address) {
        lock.lock();
        try {
            return health(address);
        } finally {
            lock.unlock();
        }
    }

    private AddressHealth health(InetSocketAddress address) {
        return known.computeIfAbsent(address, AddressHealth::new);
    }

    /**
     * Notes what the resolver returned, and puts those last that take no request. One connection tries an address
     * whose time is over: it is the one that asks, if the address comes first.
     *
     * @param order the addresses of the host, in the order in which they were to be tried
     * @param terms the configured terms
     * @param nowNanos the time
     * @return the same addresses
     */
    public List<InetSocketAddress> order(List<InetSocketAddress> order, EjectionTerms terms, long nowNanos) {
        lock.lock();
        try {
            answered(order);
            if (!isAnyOut || order.isEmpty()) {
                return order;
            }
            if (terms.isOff()) {
                readmitAll();
                return order;
            }
            return blockedLast(order, nowNanos);
        } finally {
            lock.unlock();
        }
    }

    private void answered(List<InetSocketAddress> addresses) {
        LinkedHashSet<InetSocketAddress> distinct = new LinkedHashSet<>(addresses); // a name server may name one twice
        if (answer.equals(distinct)) {
            return;
        }
        answer = distinct;
        for (InetSocketAddress address : answer) {
            AddressHealth health = known.remove(address);
            known.put(address, health != null ? health : new AddressHealth(address));
        }
        Iterator<InetSocketAddress> eldest = known.keySet().iterator();
        while (known.size() > Math.max(MOST_KNOWN, answer.size())) {
            eldest.next();
            eldest.remove();
        }
    }

    private void readmitAll() {
        known.values().forEach(AddressHealth::readmit);
        isAnyOut = false;
    }

    private List<InetSocketAddress> blockedLast(List<InetSocketAddress> order, long nowNanos) {
        Set<InetSocketAddress> blocked = blocked(nowNanos);
        List<InetSocketAddress> next = new ArrayList<>(order.size());
        order.stream().filter(address -> !blocked.contains(address)).forEach(next::add);
        AddressHealth first = health(next.get(0)); // there is one: at most half of them are blocked
        if (first.isDue(nowNanos)) {
            first.probe(nowNanos);
        }
        order.stream().filter(blocked::contains).forEach(next::add);
        return next;
    }

    // If they are more than half because the resolver returns fewer addresses, those that were ejected first take
    // requests again.
    private Set<InetSocketAddress> blocked(long nowNanos) {
        Set<InetSocketAddress> blocked = new LinkedHashSet<>();
        answer.stream()
                .map(this::health)
                .filter(health -> health.isBlocked(nowNanos))
                .sorted(Comparator.comparingLong(health -> nowNanos - health.ejectedNanos()))
                .limit(answer.size() / 2)
                .forEach(health -> blocked.add(health.address()));
        return blocked;
    }

    /**
     * Notes a failure.
     *
     * @param health of which address
     * @param reason what failed
     * @param terms the configured terms
     * @param nowNanos the time
     * @return the address if it is now ejected, else null
     */
    public @Nullable Ejected failed(AddressHealth health, EjectionReason reason, EjectionTerms terms, long nowNanos) {
        lock.lock();
        try {
            int failures = health.fail(reason);
            if (terms.isOff() || !isToBeEjected(health, failures >= terms.failures(), nowNanos)) {
                if (failures == 1) {
                    known.values().stream().filter(other -> other != health).forEach(AddressHealth::askAgain);
                }
                return null;
            }
            health.eject(terms, nowNanos);
            isAnyOut = true;
            return new Ejected(health.address(), health.outNanos(), failures);
        } finally {
            lock.unlock();
        }
    }

    // Only a probe uses an ejected address: its single failure is enough.
    private boolean isToBeEjected(AddressHealth health, boolean areEnough, long nowNanos) {
        if (health.isOut()) {
            return health.isDue(nowNanos);
        }
        return areEnough && answer.contains(health.address()) && mayLose(health);
    }

    private boolean mayLose(AddressHealth health) {
        List<AddressHealth> others = answer.stream()
                .map(this::health)
                .filter(other -> other != health)
                .toList();
        long out = others.stream().filter(AddressHealth::isOut).count();
        boolean doOthersWork = others.stream().anyMatch(other -> !other.isOut() && other.hasWorked());
        return doOthersWork && (out + 1) * 2 <= answer.size();
    }

    /**
     * Notes a success. Call it unless {@link AddressHealth#isFine()}.
     *
     * @param health of which address
     * @param nowNanos the time
     * @return whether the address was ejected, and is no longer
     */
    public boolean succeeded(AddressHealth health, long nowNanos) {
        lock.lock();
        try {
            boolean isBack = health.succeed(nowNanos);
            if (isBack) {
                isAnyOut = known.values().stream().anyMatch(AddressHealth::isOut);
            }
            return isBack;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells whether an address is out, even if its time is over.
     *
     * @param address the address
     * @return whether no request to it has succeeded since it was ejected
     */
    public boolean isOut(InetSocketAddress address) {
        return isAnyOut && ask(address, AddressHealth::isOut);
    }

    /**
     * Tells whether it is time for one request to try an address.
     *
     * @param address the address
     * @param nowNanos the time
     * @return whether its time is over, and no connection tries it
     */
    public boolean isDue(InetSocketAddress address, long nowNanos) {
        return isAnyOut && ask(address, health -> health.isDue(nowNanos) && !health.isBlocked(nowNanos));
    }

    /**
     * Tells whether an address takes no request at the moment.
     *
     * @param address the address
     * @param nowNanos the time
     * @return whether its time is not over, or another connection tries it
     */
    public boolean isBlocked(InetSocketAddress address, long nowNanos) {
        return isAnyOut && ask(address, health -> blocked(nowNanos).contains(address));
    }

    private boolean ask(InetSocketAddress address, Predicate<AddressHealth> question) {
        lock.lock();
        try {
            AddressHealth health = known.get(address);
            return health != null && question.test(health);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns those addresses of the latest DNS answer that were ever ejected.
     *
     * @param nowNanos the time
     * @return those that are out, and those that were at any time
     */
    public List<OutlierState> states(long nowNanos) {
        lock.lock();
        try {
            return answer.stream()
                    .map(this::health)
                    .filter(health -> health.ejections() > 0)
                    .map(health -> new OutlierState(
                            health.address(),
                            health.ejections(),
                            health.ejectedFor(),
                            health.isOut(),
                            health.leftNanos(nowNanos),
                            health.ejectedNanos()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }
}
