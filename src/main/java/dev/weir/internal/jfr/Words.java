package dev.weir.internal.jfr;

import dev.weir.internal.log.AddressText;
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
        return address.map(AddressText::of).orElse(null);
    }
}
