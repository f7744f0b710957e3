package dev.weir.internal.dns;

import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.jspecify.annotations.Nullable;

/** A resolver that does what the script of a host says, and remembers what it was asked. */
final class ScriptedResolver implements DnsResolver {

    /** What a lookup does; may block or throw. */
    @FunctionalInterface
    interface Script {
        InetAddress @Nullable [] run() throws UnknownHostException;
    }

    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    ScriptedResolver script(String host, Script script) {
        scripts.put(host, script);
        return this;
    }

    ScriptedResolver answers(String host, String... literals) {
        return script(host, () -> addresses(literals));
    }

    ScriptedResolver fails(String host) {
        return script(host, () -> {
            throw new UnknownHostException(host);
        });
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public InetAddress @Nullable [] resolve(String host) throws UnknownHostException {
        asked.add(host);
        Script script = scripts.get(host);
        if (script == null) {
            throw new UnknownHostException(host);
        }
        return script.run();
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    /** Asks a cache for a name, and waits. */
    static InetAddress[] ask(CachingDnsResolver cache, String host) throws UnknownHostException {
        return ask(cache, host, 443).stream().map(InetSocketAddress::getAddress).toArray(InetAddress[]::new);
    }

    static List<InetSocketAddress> ask(CachingDnsResolver cache, String host, int port) throws UnknownHostException {
        try {
            return cache.resolve(InetSocketAddress.createUnresolved(host, port), new BasicFuture<>(null))
                    .addressesOrThrow();
        } catch (InterruptedIOException e) {
            throw new AssertionError(e);
        }
    }

    static InetAddress[] addresses(String... literals) throws UnknownHostException {
        InetAddress[] addresses = new InetAddress[literals.length];
        for (int i = 0; i < literals.length; i++) {
            addresses[i] = InetAddress.getByName(literals[i]);
        }
        return addresses;
    }
}
