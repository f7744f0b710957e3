package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What addresses of proxies and exclusions from them must keep to. */
final class ProxyRules {

    /** What a route rule says whose origins are connected to directly. */
    static final String NONE = "none";

    private static final Set<String> SCHEMES = Set.of("http", "https", "socks");
    private static final String SAMPLE = "http://proxy:3128";

    private ProxyRules() {}

    /** The address that a text is; null unless it is {@code scheme://host:port}. */
    static @Nullable URI address(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null
                            && uri.getScheme() != null
                            && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                            && uri.getPort() >= 1
                            && uri.getPort() <= 65_535
                            && (uri.getScheme() + "://" + uri.getHost() + ":" + uri.getPort()).equals(text)
                    ? uri
                    : null;
        } catch (URISyntaxException notAnAddress) {
            // The rule names what is wrong with it, without the text, which may hold a password.
            return null;
        }
    }

    static boolean isSocks(@Nullable String proxy) {
        URI address = proxy == null ? null : address(proxy);
        return address != null && address.getScheme().equalsIgnoreCase("socks");
    }

    /** Whether requests go to the proxy itself, which may ask for credentials. */
    static boolean isHttp(@Nullable String proxy) {
        return proxy != null && address(proxy) != null && !isSocks(proxy);
    }

    /** Whether an http or https proxy leads to the one origin of a scope. */
    static boolean leadsTo(Scope scope) {
        String proxy = scope.find(Knobs.PROXY);
        List<String> exclusions = scope.isFromRoute(Knobs.PROXY) ? null : scope.find(Knobs.NO_PROXY);
        return isHttp(proxy)
                && scope.own()
                        .parsed()
                        .filter(origin ->
                                exclusions != null && NoProxy.of(exclusions).excludes(origin.host(), origin.port()))
                        .isEmpty();
    }

    static void address(Judge judge, String proxy) {
        Draft draft = judge.scope().draft();
        boolean isOfRoute = !judge.scope().isPool();
        if (address(proxy) == null && !(isOfRoute && proxy.equals(NONE))) {
            String meant = "http://" + Target.authority(proxy);
            String passing =
                    address(meant) != null ? meant : address(meant + ":3128") != null ? meant + ":3128" : SAMPLE;
            judge.breach(
                    Rule.PROXY_ADDRESS,
                    "must be http, https or socks://host:port without user info and path"
                            + (isOfRoute ? ", or " + NONE : ""),
                    judge.scope().suggestion(Knobs.PROXY, passing),
                    Knobs.PROXY);
        }
        if (isOfRoute
                && draft.isAsync()
                && (isSocks(proxy) || isSocks(Knobs.PROXY.find(draft.pool().values())))) {
            String demand = "must be left out where a proxy of buildAsync() is socks";
            judge.breach(Rule.ASYNC_SOCKS_FOR_ALL, demand, Judge.LEAVING_IT_OUT, Knobs.PROXY);
        }
    }

    static void exclusions(Judge judge, List<String> entries) {
        Scope scope = judge.scope();
        List<String> mended = entries.stream()
                .map(entry -> NoProxy.isEntry(entry) ? entry : NoProxy.meant(entry))
                .distinct()
                .toList();
        for (String entry : entries) {
            if (!NoProxy.isEntry(entry)) {
                String shown = PlainText.withoutSecrets(entry);
                judge.breach(
                        Rule.NO_PROXY_ENTRY,
                        Knobs.NO_PROXY.name(),
                        shown,
                        Knob.quote(shown),
                        "must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or without"
                                + " :port",
                        scope.suggestion(Knobs.NO_PROXY, mended));
            }
        }
        String proxy = scope.find(Knobs.PROXY);
        if (proxy == null && !entries.isEmpty()) {
            judge.breach(Rule.NO_PROXY_NEEDS_PROXY, "needs a proxy", Judge.LEAVING_IT_OUT, Knobs.NO_PROXY);
        } else if (isSocks(proxy) && !entries.isEmpty() && scope.draft().isAsync()) {
            String demand = "must be empty where buildAsync() has proxy " + scope.text(Knobs.PROXY);
            judge.breach(Rule.ASYNC_SOCKS_FOR_ALL, demand, "noProxy()", Knobs.NO_PROXY, Knobs.PROXY);
        }
    }
}
