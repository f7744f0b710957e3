package dev.weir.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What addresses of proxies and exclusions from them must keep to. */
final class ProxyRules {
    /** What a route rule says whose origins are connected to directly. */
    static final String NONE = "none";

    private static final Set<String> SCHEMES = Set.of("http", "https", "socks");
    private static final String SAMPLE = "*.internal";
    private static final Pattern URL = Pattern.compile("(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:[^/@]*@)?([^/?#]+).*");
    private static final Pattern IPV4_PATTERN = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){0,2})\\.\\*");

    static final List<Rule> ALL = List.of(
            new Rule(
                    "proxy-address",
                    "the proxy is reached at a host and a port, and credentials belong to a credentials provider",
                    ProxyRules::addresses),
            new Rule(
                    "no-proxy-entry",
                    "an entry that matches no host would send its requests through the proxy",
                    ProxyRules::entries),
            new Rule(
                    "no-proxy-needs-proxy",
                    "without a proxy all connections are direct, and there is nothing to exclude",
                    scope -> exclusions(scope).isEmpty() || scope.has(Knobs.PROXY)
                            ? Stream.empty()
                            : Stream.of(leavingOut(scope, "needs a proxy", Knobs.NO_PROXY))),
            new Rule(
                    "no-proxy-without-async-socks",
                    "the I/O threads of an asynchronous pool open all their connections through its SOCKS proxy",
                    ProxyRules::socks),
            new Rule(
                    "route-proxy-without-async-socks",
                    "the I/O threads of an asynchronous pool open all their connections through its SOCKS proxy, or"
                            + " none",
                    ProxyRules::socksOfRoute));

    private ProxyRules() {}

    /** Empty unless the text is {@code scheme://host:port}. */
    static Optional<URI> address(String text) {
        return uri(text)
                .filter(uri -> uri.getScheme() != null
                        && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                        && uri.getHost() != null
                        && uri.getPort() >= 1
                        && uri.getPort() <= 65_535)
                .filter(uri -> uri.getRawUserInfo() == null
                        && uri.getRawPath().isEmpty()
                        && uri.getRawQuery() == null
                        && uri.getRawFragment() == null);
    }

    static boolean isSocks(@Nullable String proxy) {
        return proxy != null
                && address(proxy)
                        .filter(uri -> "socks".equalsIgnoreCase(uri.getScheme()))
                        .isPresent();
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException notAnAddress) {
            // The rule names what is wrong with it, without the text, which may hold a password.
            return Optional.empty();
        }
    }

    private static Stream<Breach> addresses(Scope scope) {
        String proxy = scope.find(Knobs.PROXY);
        boolean mayBeNone = scope.isFromRoute(Knobs.PROXY);
        if (proxy == null
                || !scope.concerns(List.of(Knobs.PROXY))
                || address(proxy).isPresent()
                || (mayBeNone && proxy.equals(NONE))) {
            return Stream.empty();
        }
        String demand = "must be http, https or socks://host:port without user info and path"
                + (mayBeNone ? ", or " + NONE : "");
        String meant = uri(proxy)
                .filter(uri -> uri.getHost() != null)
                .map(uri -> "http://" + uri.getHost() + ":" + (uri.getPort() > 0 ? uri.getPort() : 3128))
                .filter(guess -> address(guess).isPresent())
                .orElse("http://proxy:3128");
        return Stream.of(
                Breach.of(scope, demand, List.of(Knobs.PROXY), sound -> Rule.suggestion(scope, Knobs.PROXY, meant)));
    }

    private static List<String> exclusions(Scope scope) {
        List<String> entries = scope.isPool() ? scope.find(Knobs.NO_PROXY) : null;
        return entries == null ? List.of() : entries;
    }

    private static Stream<Breach> entries(Scope scope) {
        List<String> entries = exclusions(scope);
        return entries.stream().filter(entry -> !NoProxy.isEntry(entry)).map(entry -> {
            String shown = PlainText.withoutSecrets(entry);
            return new Breach(
                    scope,
                    Map.of(Knobs.NO_PROXY.name(), shown),
                    List.of(Knobs.NO_PROXY),
                    Knob.quote(shown),
                    "must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or without"
                            + " :port",
                    sound -> Rule.suggestion(scope, Knobs.NO_PROXY, mended(entries)));
        });
    }

    private static List<String> mended(List<String> entries) {
        return entries.stream()
                .map(entry -> NoProxy.isEntry(entry) ? entry : meant(entry))
                .distinct()
                .toList();
    }

    /** What an entry may have meant, in the notations of others. */
    private static String meant(String entry) {
        Matcher url = URL.matcher(entry.strip());
        String host = url.matches() ? url.group(1) : SAMPLE;
        Matcher pattern = IPV4_PATTERN.matcher(host);
        String meant = pattern.matches() ? block(pattern.group(1)) : host.startsWith(".") ? "*" + host : host;
        return NoProxy.isEntry(meant) ? meant : SAMPLE;
    }

    private static String block(String bytes) {
        int count = bytes.split("\\.").length;
        return bytes + ".0".repeat(4 - count) + "/" + count * Byte.SIZE;
    }

    private static Stream<Breach> socks(Scope scope) {
        return exclusions(scope).isEmpty()
                        || !isSocks(scope.find(Knobs.PROXY))
                        || !scope.draft().isAsync()
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope,
                        "must be empty where buildAsync() has proxy " + scope.text(Knobs.PROXY),
                        List.of(Knobs.NO_PROXY, Knobs.PROXY),
                        sound -> "noProxy()"));
    }

    private static Stream<Breach> socksOfRoute(Scope scope) {
        boolean isAsked = !scope.isPool()
                && scope.draft().isAsync()
                && scope.isFromRoute(Knobs.PROXY)
                && scope.concerns(List.of(Knobs.PROXY));
        boolean isSocks = isSocks(scope.find(Knobs.PROXY))
                || isSocks(Knobs.PROXY.find(scope.draft().pool()));
        return isAsked && isSocks
                ? Stream.of(leavingOut(scope, "must be left out where a proxy of buildAsync() is socks", Knobs.PROXY))
                : Stream.empty();
    }

    private static Breach leavingOut(Scope scope, String demand, Knob<?> knob) {
        return Breach.of(scope, demand, List.of(knob), sound -> Breach.LEAVING_IT_OUT);
    }
}
