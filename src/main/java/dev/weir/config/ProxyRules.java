package dev.weir.config;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the exclusions of a proxy must keep to. */
final class ProxyRules {
    private static final String SAMPLE = "*.internal";
    private static final Pattern URL = Pattern.compile("(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:[^/@]*@)?([^/?#]+).*");
    private static final Pattern IPV4_PATTERN = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){0,2})\\.\\*");

    static final List<Rule> ALL = List.of(
            new Rule(
                    "no-proxy-entry",
                    "an entry that matches no host would send its requests through the proxy",
                    ProxyRules::entries),
            new Rule(
                    "no-proxy-needs-proxy",
                    "without a proxy all connections are direct, and there is nothing to exclude",
                    ProxyRules::needsProxy),
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

    private static List<String> exclusions(Scope scope) {
        List<String> entries = scope.isPool() ? scope.find(PoolKnobs.NO_PROXY) : null;
        return entries == null ? List.of() : entries;
    }

    private static List<Breach> entries(Rule rule, Scope scope) {
        return exclusions(scope).stream()
                .filter(entry -> ProxyExclusion.parse(entry).isEmpty())
                .map(entry -> entry(rule, scope, entry))
                .toList();
    }

    private static Breach entry(Rule rule, Scope scope, String entry) {
        Map<String, String> subject =
                Map.of(PoolKnobs.NO_PROXY.name(), entry.isBlank() ? "blank" : UserInfo.hidden(entry));
        String demand = "must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or without"
                + " :port";
        return new Breach(
                rule,
                scope,
                subject,
                List.of(PoolKnobs.NO_PROXY),
                demand,
                (whole, sound) -> List.of(Remedy.of(whole, PoolKnobs.NO_PROXY, mended(exclusions(whole)))));
    }

    private static List<String> mended(List<String> entries) {
        return entries.stream()
                .map(entry -> ProxyExclusion.parse(entry).isPresent() ? entry : guess(entry))
                .distinct()
                .toList();
    }

    /** What an entry may have meant, in the notations of others. */
    private static String guess(String entry) {
        String bare = entry.strip();
        Matcher url = URL.matcher(bare);
        String host = url.matches() ? url.group(1) : SAMPLE;
        Matcher pattern = IPV4_PATTERN.matcher(host);
        String guess = pattern.matches() ? block(pattern.group(1)) : host.startsWith(".") ? "*" + host : host;
        return ProxyExclusion.parse(guess).isPresent() ? guess : SAMPLE;
    }

    private static String block(String bytes) {
        int count = bytes.split("\\.").length;
        return bytes + ".0".repeat(4 - count) + "/" + count * Byte.SIZE;
    }

    private static List<Breach> needsProxy(Rule rule, Scope scope) {
        return exclusions(scope).isEmpty() || scope.has(PoolKnobs.PROXY)
                ? List.of()
                : List.of(Breach.of(
                        rule,
                        scope,
                        "needs a proxy",
                        List.of(PoolKnobs.NO_PROXY),
                        (whole, sound) -> List.of(new Remedy("leaving it out", whole.without(PoolKnobs.NO_PROXY)))));
    }

    private static List<Breach> socks(Rule rule, Scope scope) {
        boolean isSocks = Optional.ofNullable(scope.find(PoolKnobs.PROXY))
                .flatMap(ProxyAddress::parse)
                .filter(ProxyRules::isSocks)
                .isPresent();
        return exclusions(scope).isEmpty() || !isSocks || scope.draft().transport() != Transport.ASYNC
                ? List.of()
                : List.of(Breach.of(
                        rule,
                        scope,
                        "must be empty where buildAsync() has proxy " + scope.text(PoolKnobs.PROXY),
                        List.of(PoolKnobs.NO_PROXY, PoolKnobs.PROXY),
                        (whole, sound) -> List.of(new Remedy(
                                PoolKnobs.NO_PROXY.name() + "()", whole.with(PoolKnobs.NO_PROXY, List.of())))));
    }

    private static List<Breach> socksOfRoute(Rule rule, Scope scope) {
        boolean isAsked = !scope.isPool()
                && scope.draft().transport() == Transport.ASYNC
                && scope.isFromRoute(PoolKnobs.PROXY)
                && scope.concerns(List.of(PoolKnobs.PROXY));
        if (!isAsked
                || (!isSocks(scope.find(PoolKnobs.PROXY))
                        && !isSocks(scope.draft().pool().find(PoolKnobs.PROXY)))) {
            return List.of();
        }
        return List.of(Breach.of(
                rule,
                scope,
                "must be left out where a proxy of buildAsync() is socks",
                List.of(PoolKnobs.PROXY),
                (whole, sound) -> List.of(new Remedy("leaving it out", whole.without(PoolKnobs.PROXY)))));
    }

    private static boolean isSocks(@Nullable String proxy) {
        return proxy != null
                && ProxyAddress.parse(proxy).filter(ProxyRules::isSocks).isPresent();
    }

    private static boolean isSocks(URI proxy) {
        return "socks".equalsIgnoreCase(proxy.getScheme());
    }
}
