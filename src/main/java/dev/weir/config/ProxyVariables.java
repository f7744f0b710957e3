package dev.weir.config;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The proxies of the environment, as curl and Go read them. */
final class ProxyVariables {
    private static final String NO_PROXY = "NO_PROXY";
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.0/8", "::1");

    private ProxyVariables() {}

    static Optional<PrescribedProxy> find(String scheme, Map<String, String> environment) {
        String capitals = scheme.toUpperCase(Locale.ROOT) + "_PROXY";
        // In a CGI program it is the header Proxy of the incoming request.
        boolean isForged = capitals.equals("HTTP_PROXY") && environment.containsKey("REQUEST_METHOD");
        Stream<String> names = isForged ? Stream.empty() : Stream.of(capitals);
        return Stream.concat(names, Stream.of(capitals.toLowerCase(Locale.ROOT)))
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .findFirst()
                .map(name -> proxy(name, environment));
    }

    private static PrescribedProxy proxy(String name, Map<String, String> environment) {
        String value = environment.getOrDefault(name, "").strip();
        URI address = ProxyAddress.withoutUserInfo(value.contains("://") ? value : "http://" + value)
                .orElseThrow(() -> new IllegalArgumentException(name
                        + " must be http://host:port, but was " + UserInfo.hidden(value)
                        + "; such as http://proxy:3128. A proxy of another kind is set by proxy(...)"));
        return new PrescribedProxy(
                address.getHost(), address.getPort() < 0 ? 80 : address.getPort(), exclusions(environment));
    }

    private static List<ProxyExclusion> exclusions(Map<String, String> environment) {
        String given = environment.getOrDefault(NO_PROXY, environment.getOrDefault("no_proxy", ""));
        List<ProxyExclusion> exclusions = new ArrayList<>();
        LOOPBACK.forEach(each -> ProxyExclusion.parse(each).ifPresent(exclusions::add));
        Arrays.stream(given.split("[,\\s]+"))
                .filter(entry -> !entry.isEmpty())
                .forEach(entry -> exclusions.addAll(exclusions(entry)));
        return List.copyOf(exclusions);
    }

    /** A name, and those below it. */
    private static List<ProxyExclusion> exclusions(String entry) {
        List<ProxyExclusion> exclusions = Stream.of(entry, entry.startsWith(".") ? "*" + entry : "*." + entry)
                .flatMap(each -> ProxyExclusion.parse(each).stream())
                .toList();
        return exclusions.isEmpty()
                ? List.of(ProxyExclusion.wildcard(entry)
                        .orElseThrow(() -> new IllegalArgumentException(NO_PROXY
                                + " must have only host names, .domain, *, IP addresses and CIDR blocks between its commas,"
                                + " but has " + UserInfo.hidden(entry) + "; such as localhost,.internal,10.0.0.0/8")))
                : exclusions;
    }
}
