package dev.weir.micrometer;

import java.util.Locale;

/** How kinds are written as tags: {@code SERVER_CLOSED_IDLE} as {@code server_closed_idle}. Pure. */
final class Names {

    private Names() {}

    static String of(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
