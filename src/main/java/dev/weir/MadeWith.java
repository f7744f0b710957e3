package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.config.Tls;

/** Compares settings that a connection lives by once it is made: others hold at once. Pure. */
final class MadeWith {

    private MadeWith() {}

    /** Whether TLS is what it was. The time for a handshake is over when a connection is made. */
    static boolean isSame(Tls one, Tls other) {
        return one.protocols().equals(other.protocols())
                && one.cipherSuites().equals(other.cipherSuites())
                && one.hostnameVerifier().equals(other.hostnameVerifier());
    }

    /** Whether what both kinds of pools make connections with is what it was, TLS left out. */
    static boolean isSame(PoolConfig one, PoolConfig other) {
        return one.http1().equals(other.http1())
                && one.localAddress().equals(other.localAddress())
                && one.proxy().equals(other.proxy())
                && one.noProxy().equals(other.noProxy());
    }
}
