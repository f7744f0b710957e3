package dev.weir.micrometer;

/**
 * The host that a meter is about, as its tags say it. Immutable.
 *
 * @param address the host name
 * @param port the port, as text
 */
record Server(String address, String port) {

    /** All routes of a pool. */
    static final Server ALL = new Server("all", "all");

    /** The routes beyond the first hundred. */
    static final Server OTHER = new Server("other", "other");

    /** Returns the server of a target such as {@code https://recs:8443}. */
    static Server of(String target) {
        String authority = target.substring(target.indexOf("://") + 3);
        int colon = authority.lastIndexOf(':');
        return new Server(authority.substring(0, colon), authority.substring(colon + 1));
    }
}
