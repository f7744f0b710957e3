package dev.weir.internal.manager;

import dev.weir.internal.dns.AddressKind;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Decides which of the addresses of a host gets the next connection. Pure. */
final class SpreadOrder {

    /**
     * How many connections lead to an address.
     *
     * @param leased those in use or being established
     * @param open all of them
     */
    record Load(int leased, int open) {}

    private record Candidate(InetSocketAddress address, Load load, int tie) {

        static final Comparator<Candidate> FEWEST_FIRST = Comparator.comparingInt((Candidate each) -> each.load.leased)
                .thenComparingInt(each -> each.load.open)
                .thenComparingInt(Candidate::tie);
    }

    private SpreadOrder() {}

    /**
     * Orders the addresses that are of the kind of the first by their connections, the fewest first; the
     * others stay in their places. An address that is there twice is there once afterwards.
     *
     * @param answer the addresses of the host
     * @param load how many connections each has
     * @param tie the order among equals
     * @return the addresses in the order in which to try them
     */
    static List<InetSocketAddress> of(
            List<InetSocketAddress> answer,
            Function<InetSocketAddress, Load> load,
            ToIntFunction<InetSocketAddress> tie) {
        if (answer.size() < 2 || answer.stream().anyMatch(InetSocketAddress::isUnresolved)) {
            return answer;
        }
        AddressKind kind = kind(answer.get(0));
        List<InetSocketAddress> distinct = answer.stream().distinct().toList();
        Iterator<InetSocketAddress> fewestFirst = distinct.stream()
                .filter(address -> kind(address).equals(kind))
                .map(address -> new Candidate(address, load.apply(address), tie.applyAsInt(address)))
                .sorted(Candidate.FEWEST_FIRST)
                .map(Candidate::address)
                .iterator();
        List<InetSocketAddress> order = new ArrayList<>(distinct.size());
        for (InetSocketAddress address : distinct) {
            order.add(kind(address).equals(kind) ? fewestFirst.next() : address);
        }
        return order;
    }

    /** Returns the place of an address in an order that looks random and depends on a seed. */
    static int tie(int seed, InetSocketAddress address) {
        int mixed = (address.hashCode() ^ seed) * 0x85ebca6b;
        mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
        return mixed ^ (mixed >>> 16);
    }

    private static AddressKind kind(InetSocketAddress address) {
        return AddressKind.of(address.getAddress());
    }
}
