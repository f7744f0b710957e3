package dev.weir.config;

/**
 * Says to which of the addresses of a host new connections are opened, and which of the idle connections a request takes.
 *
 * @see Dns#spread()
 *
 * <p>Constants may be added: have a default branch in a {@code switch}.
 */
public enum Spread {

    /**
     * To the one with the fewest connections of this pool: those in use or being opened are compared first, then all. Ties
     * are decided by a random order that each pool has of its own, so that many processes do not all begin with the same
     * address. Only addresses of the same family and scope (loopback, link-local, private, public) as the first one of the
     * answer take part; the others follow in the order of the resolver.
     *
     * <p>A request takes an idle connection to the address with the fewest requests under way; among equals, the one that
     * was used last. The default.
     */
    EVEN,

    /**
     * To the first address that works, in the order of the resolver: for a primary address and its standby. A request takes
     * the idle connection that was used last.
     */
    FIRST
}
