package dev.weir.spring;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the hosts that requests went to, so that only the first of each is looked at. Thread-safe. */
final class FirstHosts {

    /** An application may call any number of hosts. */
    private static final int MOST = 100;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** Notes the host of a request; returns whether it is the first to that. With too many hosts none is. */
    boolean add(URI uri) {
        String authority = uri.getRawAuthority();
        return authority != null && seen.size() < MOST && seen.add(authority);
    }
}
