package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What addresses of proxies and exclusions from them must keep to. */
final class ProxyRules {
    /** What a route rule says whose origins are connected to directly. */
    static final String NONE = "none";

    private static final Set<String> SCHEMES = Set.of("http", "https", "socks");
    private static final String SAMPLE = "*.internal";
    private static final Pattern URL = Pattern.compile("(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:[^/@]*@)?([^/?#]+).*");
    private static final Pattern IPV4_PATTERN = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){0,2})\\.\\*");

    private ProxyRules() {}

    static void check(Judge judge) {
        Scope scope = judge.scope();
        String proxy = scope.find(Knobs.PROXY);
        if (proxy != null && scope.concerns(Knobs.PROXY)) {
            address(judge, proxy);
            socksOfRoute(judge, proxy);
        }
        List<String> entries = scope.isPool() ? scope.find(Knobs.NO_PROXY) : null;
        if (entries != null && !entries.isEmpty()) {
            exclusions(judge, entries, proxy);
        }
    }

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

    private static void address(Judge judge, String proxy) {
        boolean mayBeNone = judge.scope().isFromRoute(Knobs.PROXY);
        if (address(proxy).isPresent() || (mayBeNone && proxy.equals(NONE))) {
            return;
        }
        String meant = uri(proxy)
                .filter(uri -> uri.getHost() != null)
                .map(uri -> "http://" + uri.getHost() + ":" + (uri.getPort() > 0 ? uri.getPort() : 3128))
                .filter(guess -> address(guess).isPresent())
                .orElse("http://proxy:3128");
        judge.breach(
                Rule.PROXY_ADDRESS,
                "must be http, https or socks://host:port without user info and path"
                        + (mayBeNone ? ", or " + NONE : ""),
                Knobs.PROXY,
                meant);
    }

    private static void exclusions(Judge judge, List<String> entries, @Nullable String proxy) {
        for (String entry : entries) {
            if (!NoProxy.isEntry(entry)) {
                String shown = PlainText.withoutSecrets(entry);
                judge.flaw(
                        Rule.NO_PROXY_ENTRY,
                        Knobs.NO_PROXY,
                        shown,
                        "must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or without"
                                + " :port",
                        judge.scope().suggestion(Knobs.NO_PROXY, mended(entries)));
            }
        }
        if (proxy == null) {
            judge.breach(Rule.NO_PROXY_NEEDS_PROXY, "needs a proxy", Judge.LEAVING_IT_OUT, Knobs.NO_PROXY);
        } else if (isSocks(proxy) && judge.scope().draft().isAsync()) {
            judge.breach(
                    Rule.NO_PROXY_WITHOUT_ASYNC_SOCKS,
                    "must be empty where buildAsync() has proxy "
                            + judge.scope().text(Knobs.PROXY),
                    "noProxy()",
                    Knobs.NO_PROXY,
                    Knobs.PROXY);
        }
    }

    private static void socksOfRoute(Judge judge, String proxy) {
        Draft draft = judge.scope().draft();
        if (!judge.scope().isPool()
                && draft.isAsync()
                && (isSocks(proxy) || isSocks(Knobs.PROXY.find(draft.pool().values())))) {
            judge.breach(
                    Rule.ROUTE_PROXY_WITHOUT_ASYNC_SOCKS,
                    "must be left out where a proxy of buildAsync() is socks",
                    Judge.LEAVING_IT_OUT,
                    Knobs.PROXY);
        }
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
}
