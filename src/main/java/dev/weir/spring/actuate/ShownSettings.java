package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.config.Setting;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/**
 * The settings of a pool as a caller may see them. Figures, times, switches and choices are what the endpoint is for and
 * always shown, defaults and TLS too; other text, such as the address of a proxy, may tell of the network. Thread-safe.
 */
final class ShownSettings {

    /** A time such as 1m 30s, a figure or several, a switch, a constant, or nothing at all. */
    private static final Pattern OPEN = Pattern.compile(
            "|none|true|false|[A-Z][A-Z0-9_]*|[0-9]+(\\.[0-9]+)?[a-zµ]*( [0-9]+[a-zµ]+)*|[0-9]{3}(, [0-9]{3})*");

    private final EndpointProperties properties;
    private final Sanitizer sanitizer;

    /**
     * Creates the view.
     *
     * @param properties what is shown to whom
     * @param functions what the application itself masks, in shown values too
     */
    ShownSettings(EndpointProperties properties, List<SanitizingFunction> functions) {
        this.properties = properties;
        this.sanitizer = new Sanitizer(functions);
    }

    /** The settings for a caller over HTTP. */
    List<Setting> of(ManagedPool pool, SecurityContext caller) {
        return of(pool, properties.showValues().isShown(caller, properties.roles()));
    }

    /** The settings for a caller over JMX, whose access has been checked where it connected. */
    List<Setting> of(ManagedPool pool) {
        return of(pool, properties.showValues().isShown(true));
    }

    private List<Setting> of(ManagedPool pool, boolean isTextShown) {
        return pool.config().effective().settings().stream()
                .map(setting -> shown(setting, isTextShown))
                .toList();
    }

    private Setting shown(Setting setting, boolean isTextShown) {
        boolean isShown = isTextShown || isOpen(setting);
        Object value = sanitizer.sanitize(new SanitizableData(null, setting.name(), setting.value()), isShown);
        return new Setting(setting.name(), String.valueOf(value), setting.origin());
    }

    /** What nobody set is known from the docs, and what is said of TLS are names of standards. */
    private static boolean isOpen(Setting setting) {
        return setting.origin().startsWith("default")
                || setting.name().startsWith("tls.")
                || OPEN.matcher(setting.value()).matches();
    }
}
