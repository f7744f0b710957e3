package dev.weir.internal.jfr;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats values for a recording. */
final class Words {

    private Words() {}

    /** Writes a constant as metrics do: {@code reused_after_wait}. */
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    // Its text may contain data of the peer.
    static @Nullable String failure(Optional<Throwable> failure) {
        return failure.map(each -> each.getClass().getName()).orElse(null);
    }

    static @Nullable String address(Optional<SocketAddress> address) {
        return address.map(Words::text).orElse(null);
    }

    private static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return address.toString();
        }
        String host = internet.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + internet.getPort();
    }
}
