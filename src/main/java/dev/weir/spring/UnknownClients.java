package dev.weir.spring;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says once for each line of the application, or for each host where the line is not known, that requests go out without a
 * pool. Says nothing of libraries whose clients were named before: these may be the ones. Thread-safe.
 */
final class UnknownClients {

    /** So many tell enough; the cure of one is that of all. */
    static final int MOST = 20;

    static final String WEB_CLIENT = "WebClient";

    private final OwnClasses own;
    private final Set<String> named = ConcurrentHashMap.newKeySet();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    UnknownClients(OwnClasses own) {
        this.own = own;
    }

    /** Notes that a client of a library was named. */
    void named(String library) {
        named.add(library);
    }

    /** Returns what is to be said of a request that a blocking client makes on the calling thread. */
    Optional<String> blocking(String library, URI uri) {
        if (named.contains(library)) {
            return Optional.empty();
        }
        String origin = origin(uri);
        Optional<String> site = own.callSite();
        return addIfNew(site.orElse(origin))
                ? Optional.of(
                        text(origin, library, site.map(line -> ", at " + line).orElse("")))
                : Optional.empty();
    }

    /** Returns what is to be said of a request of a {@code WebClient}. */
    Optional<String> reactive(URI uri) {
        String origin = origin(uri);
        return !named.contains(WEB_CLIENT) && addIfNew(WEB_CLIENT + " " + origin)
                ? Optional.of(text(origin))
                : Optional.empty();
    }

    private boolean addIfNew(String place) {
        return told.size() < MOST && told.add(place);
    }

    /** Returns where a request goes, without a password. Pure. */
    private static String origin(URI uri) {
        String authority = uri.getRawAuthority();
        return uri.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1);
    }

    private static String text(String origin, String library, String place) {
        return "A RestClient or RestTemplate makes requests to " + origin + " without a pool of Weir, with "
                + words(library) + place
                + ". Build it with the injected RestClient.Builder or RestTemplateBuilder, without a"
                + " request factory of its own; weir.adopt=false ends this warning";
    }

    private static String text(String origin) {
        return "A WebClient makes requests to " + origin + " without a pool of Weir. Build it with the injected"
                + " WebClient.Builder, without a connector of its own; weir.adopt=false ends this warning";
    }

    private static String words(String library) {
        return switch (library) {
            case "Jdk" -> "the JDK's HttpClient";
            case "Jetty" -> "Jetty's HttpClient";
            case "Reactor" -> "Reactor Netty";
            case "Simple" -> "HttpURLConnection";
            default -> "HttpClient";
        };
    }
}
