package dev.weir.spring;

import dev.weir.HttpPoolBuilder;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.boot.http.client.JdkHttpClientBuilder;
import org.springframework.util.ClassUtils;

/** Resolves names to the addresses that Boot's filter allows. Immutable. */
final class FilteredDns implements DnsResolver {

    private static final boolean IS_KNOWN_TO_BOOT = ClassUtils.isPresent(
            "org.springframework.boot.http.client.InetAddressFilter", FilteredDns.class.getClassLoader());

    private final InetAddressFilter filter;
    private final Supplier<ProxySelector> boots;

    private FilteredDns(InetAddressFilter filter) {
        this.filter = filter;
        this.boots = new FirstLookup<>(() -> selector(filter));
    }

    /** Takes over what Boot's settings have from 4.1 on. */
    static void apply(HttpClientSettings settings, HttpPoolBuilder builder) {
        if (IS_KNOWN_TO_BOOT) {
            if (settings.inetAddressFilter() != null) {
                builder.dnsResolver(new FilteredDns(settings.inetAddressFilter()));
            }
            builder.cookies(settings.cookieHandling() == HttpCookieHandling.ENABLE);
        }
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] allowed = Arrays.stream(SystemDefaultDnsResolver.INSTANCE.resolve(host))
                .filter(filter::matches)
                .toArray(InetAddress[]::new);
        if (allowed.length == 0) {
            throw refusal(host);
        }
        return allowed;
    }

    /** Throws what callers may catch and only Boot can create: the proxy selector of its JDK client asks the filter, too. */
    private UnknownHostException refusal(String host) {
        boots.get().select(URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host)));
        return new UnknownHostException(host + ": the InetAddressFilter allows none of its addresses");
    }

    private static ProxySelector selector(InetAddressFilter filter) {
        return new JdkHttpClientBuilder()
                .build(HttpClientSettings.defaults().withInetAddressFilter(filter))
                .proxy()
                .orElseThrow();
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return SystemDefaultDnsResolver.INSTANCE.resolveCanonicalHostname(host);
    }
}
