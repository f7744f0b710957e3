package dev.weir.spring.actuate;

import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Names in the log who asked for a change of a pool. Pure. */
final class Requester {

    private static final String ENDPOINT = "endpoint httppools";
    private static final int LONGEST = 64;

    private Requester() {}

    /** A name comes from outside, and must not begin a line of its own. */
    static String overHttp(@Nullable Principal user) {
        String name = user == null ? null : user.getName();
        if (name == null || name.isBlank()) {
            return ENDPOINT;
        }
        String line = name.replaceAll("\\p{Cntrl}", "?");
        return ENDPOINT + " for " + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line);
    }
}
