package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import dev.weir.spring.PoolSetting;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;

/**
 * The settings of pools and routes, and the requests of those that hold connections, as one caller may see them. Figures,
 * times, switches and choices are what the endpoint is for and always shown, defaults and TLS too; other text, such as the
 * address of a proxy, may reveal the network, and a path may contain a token. Immutable.
 */
final class VisibleValues {

    /** A time such as 1m 30s, a figure or several, a switch, a constant, or nothing at all. */
    private static final Pattern OPEN = Pattern.compile(
            "|none|true|false|[A-Z][A-Z0-9_]*|[0-9]+(\\.[0-9]+)?[a-zµ]*( [0-9]+[a-zµ]+)*|[0-9]{3}(, [0-9]{3})*");

    private final HttpPools pools;
    private final Sanitizer sanitizer;
    private final boolean isTextShown;

    /**
     * Creates it.
     *
     * @param pools the pools
     * @param sanitizer what the application itself masks, in shown values too
     * @param isTextShown whether the caller sees other text
     */
    VisibleValues(HttpPools pools, Sanitizer sanitizer, boolean isTextShown) {
        this.pools = pools;
        this.sanitizer = sanitizer;
        this.isTextShown = isTextShown;
    }

    int clients(ManagedPool pool) {
        return pools.clients(pool);
    }

    List<PoolSetting> settings(ManagedPool pool) {
        return shown(pools.settings(pool));
    }

    /** What a route has for itself. */
    List<PoolSetting> settings(ManagedPool pool, String target) {
        return shown(pools.settings(pool, target));
    }

    /** A request as its holder's line shows it. */
    String request(String request) {
        return shown("request", request, isTextShown);
    }

    private List<PoolSetting> shown(List<PoolSetting> settings) {
        return settings.stream().map(this::shown).toList();
    }

    private PoolSetting shown(PoolSetting setting) {
        return new PoolSetting(
                setting.name(),
                shown(setting, setting.value()),
                setting.origin(),
                setting.place(),
                setting.configured() == null ? null : shown(setting, setting.configured()));
    }

    private String shown(PoolSetting setting, String value) {
        return shown(setting.name(), value, isTextShown || isOpen(setting, value));
    }

    private String shown(String name, String value, boolean isShown) {
        return String.valueOf(sanitizer.sanitize(new SanitizableData(null, name, value), isShown));
    }

    /** What was not set is known from the docs, and what is said of TLS are names of standards. */
    private static boolean isOpen(PoolSetting setting, String value) {
        return setting.origin().startsWith("default")
                || setting.name().startsWith("tls.")
                || OPEN.matcher(value).matches();
    }
}
