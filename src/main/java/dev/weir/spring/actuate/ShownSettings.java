package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.spring.HttpPools;
import dev.weir.spring.PoolSetting;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/**
 * The settings of a pool, and the requests of those that hold its connections, as a caller may see them. Figures, times, switches and choices are what the endpoint is for and
 * always shown, defaults and TLS too; other text, such as the address of a proxy, may tell of the network, and a path may contain a token. Thread-safe.
 */
final class ShownSettings {

    /** A time such as 1m 30s, a figure or several, a switch, a constant, or nothing at all. */
    private static final Pattern OPEN = Pattern.compile(
            "|none|true|false|[A-Z][A-Z0-9_]*|[0-9]+(\\.[0-9]+)?[a-zµ]*( [0-9]+[a-zµ]+)*|[0-9]{3}(, [0-9]{3})*");

    private final HttpPools pools;
    private final EndpointProperties properties;
    private final Sanitizer sanitizer;

    /**
     * Creates the view.
     *
     * @param pools the pools
     * @param properties what is shown to whom
     * @param functions what the application itself masks, in shown values too
     */
    ShownSettings(HttpPools pools, EndpointProperties properties, List<SanitizingFunction> functions) {
        this.pools = pools;
        this.properties = properties;
        this.sanitizer = new Sanitizer(functions);
    }

    /** The settings for a caller over HTTP. */
    List<PoolSetting> of(ManagedPool pool, SecurityContext caller) {
        return of(pool, isTextShown(caller));
    }

    /** What a caller over HTTP sees of a request. */
    UnaryOperator<String> requests(SecurityContext caller) {
        return requests(isTextShown(caller));
    }

    private boolean isTextShown(SecurityContext caller) {
        return properties.showValues().isShown(caller, properties.roles());
    }

    /** The settings for a caller over JMX, whose access has been checked where it connected. */
    List<PoolSetting> of(ManagedPool pool) {
        return of(pool, properties.showValues().isShown(true));
    }

    /** What a caller over JMX sees of a request. */
    UnaryOperator<String> requests() {
        return requests(properties.showValues().isShown(true));
    }

    private UnaryOperator<String> requests(boolean isTextShown) {
        return request -> shown("request", request, isTextShown);
    }

    private List<PoolSetting> of(ManagedPool pool, boolean isTextShown) {
        return pools.settings(pool).stream()
                .map(setting -> shown(setting, isTextShown))
                .toList();
    }

    private PoolSetting shown(PoolSetting setting, boolean isTextShown) {
        return new PoolSetting(
                setting.name(),
                shown(setting, setting.value(), isTextShown),
                setting.origin(),
                setting.place(),
                setting.configured() == null ? null : shown(setting, setting.configured(), isTextShown));
    }

    private String shown(PoolSetting setting, String value, boolean isTextShown) {
        boolean isShown = isTextShown || isOpen(setting, value);
        return shown(setting.name(), value, isShown);
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
