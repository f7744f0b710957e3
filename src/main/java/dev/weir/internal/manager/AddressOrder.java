package dev.weir.internal.manager;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** Decides the order in which to try the addresses of a host. Pure. */
public final class AddressOrder {

    private AddressOrder() {}

    /**
     * Puts the addresses last that failed or did not respond, and alternates the families within both groups.
     *
     * @param answer the addresses of the host
     * @param isLast which of them did so recently
     * @return the same addresses in the order in which to try them
     */
    public static List<InetSocketAddress> of(List<InetSocketAddress> answer, Predicate<InetSocketAddress> isLast) {
        // Each is asked about once: other threads change what is known of it, and it must not be lost in between.
        List<InetSocketAddress> before = new ArrayList<>(answer.size());
        List<InetSocketAddress> last = new ArrayList<>();
        for (InetSocketAddress address : answer) {
            (isLast.test(address) ? last : before).add(address);
        }
        List<InetSocketAddress> order = new ArrayList<>(alternating(before));
        order.addAll(alternating(last));
        return order;
    }

    /**
     * Alternates the address families, beginning with that of the first address, so that an unreachable family costs one
     * attempt before the other has its turn (RFC 8305, section 4).
     */
    static List<InetSocketAddress> alternating(List<InetSocketAddress> answer) {
        if (answer.size() < 2) {
            return answer;
        }
        boolean firstFamily = isV6(answer.get(0));
        Iterator<InetSocketAddress> first = family(answer, firstFamily);
        Iterator<InetSocketAddress> other = family(answer, !firstFamily);
        List<InetSocketAddress> order = new ArrayList<>(answer.size());
        while (first.hasNext() || other.hasNext()) {
            if (first.hasNext()) {
                order.add(first.next());
            }
            if (other.hasNext()) {
                order.add(other.next());
            }
        }
        return order;
    }

    private static Iterator<InetSocketAddress> family(List<InetSocketAddress> answer, boolean v6) {
        return answer.stream().filter(address -> isV6(address) == v6).iterator();
    }

    private static boolean isV6(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address;
    }
}
