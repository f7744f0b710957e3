package dev.weir.spring;

import java.util.Collection;

/** Thrown when a client asks for a pool whose name is almost that of a configured one. */
final class UnknownPoolException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnknownPoolException(String wanted, String nearest, Collection<String> configured) {
        super("There is no property weir.pools." + wanted + ", but there is weir.pools." + nearest
                + ": one of the two names is misspelled, or both are meant and weir.pools." + wanted
                + " needs a property too. Configured pools: "
                + String.join(", ", configured.stream().sorted().toList()));
    }
}
