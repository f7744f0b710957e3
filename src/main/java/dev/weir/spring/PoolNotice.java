package dev.weir.spring;

import dev.weir.ManagedPool;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in one line of the log what a pool is that was just built. */
final class PoolNotice {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private static final String DEFAULT = "default";

    /** What everybody wants to know, in the order in which a call meets it. */
    private static final List<String> SHOWN = List.of(
            "maxTotal",
            "maxPerRoute",
            "maxPending",
            "timeouts.poolWait",
            "timeouts.connect",
            "timeouts.read",
            "timeouts.total",
            "keepAlive.max",
            "eviction.maxLifetime",
            "dns.ttl",
            "protocol");

    private static final Set<String> ADDRESSES = Set.of("proxy", "noProxy", "localAddress");

    private PoolNotice() {}

    static void log(ManagedPool pool, int clients, List<PoolSetting> settings) {
        LOG.info(text(pool.name(), clients, settings));
    }

    /** Returns the line. Pure. */
    static String text(String pool, int clients, List<PoolSetting> settings) {
        String all = SHOWN.stream()
                .flatMap(name -> find(name, settings))
                .map(PoolNotice::described)
                .collect(Collectors.joining(", "));
        return "Pool '" + pool + "' is built" + forClients(clients) + ": " + all
                + others("; set", settings, setting -> !setting.origin().startsWith(DEFAULT))
                + others("; derived", settings, setting -> setting.origin().startsWith(DEFAULT + ","));
    }

    private static String forClients(int clients) {
        return clients == 0 ? "" : clients == 1 ? " for 1 client" : " for " + clients + " clients";
    }

    private static Stream<PoolSetting> find(String name, List<PoolSetting> settings) {
        return settings.stream().filter(setting -> setting.name().equals(name));
    }

    private static String described(PoolSetting setting) {
        boolean isOff =
                setting.name().startsWith("timeouts.") && setting.value().equals("0s");
        return setting.name() + " " + (isOff ? "off" : setting.value());
    }

    private static String others(String title, List<PoolSetting> settings, Predicate<PoolSetting> filter) {
        String all = settings.stream()
                .filter(setting -> filter.test(setting) && !isAddress(setting))
                .map(PoolNotice::withOrigin)
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : title + ": " + all;
    }

    /** Addresses reveal the network, and do not belong in a log. */
    private static boolean isAddress(PoolSetting setting) {
        return ADDRESSES.contains(setting.name());
    }

    private static String withOrigin(PoolSetting setting) {
        String origin = setting.origin().startsWith(DEFAULT + ", ")
                ? setting.origin().substring(DEFAULT.length() + 2)
                : "by " + setting.origin() + (setting.place() == null ? "" : ", " + setting.place());
        return setting.name() + " " + setting.value() + " (" + origin + ")";
    }
}
