package dev.weir.servers;

/**
 * Where requests go.
 *
 * @param base scheme, host and port of the server
 * @param proxy the proxy on the way, or empty
 */
record Target(String base, String proxy) {

    static Target at(int port) {
        return new Target("https://localhost:" + port, "");
    }
}
