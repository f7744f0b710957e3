package dev.weir.internal.diagnosis;

import dev.weir.config.RouteConfig;
import java.util.function.UnaryOperator;

/** The names of settings as the readers of findings know them. Immutable. */
public final class SettingNames {

    /** Settings have their names in Java. */
    public static final SettingNames PLAIN = new SettingNames(UnaryOperator.identity());

    private static final String ROUTE = "route ";

    private final UnaryOperator<String> names;

    /**
     * Creates it.
     *
     * @param names maps a Java name to the name to show
     */
    public SettingNames(UnaryOperator<String> names) {
        this.names = names;
    }

    /**
     * Returns the name of a setting.
     *
     * @param setting its name in Java, such as {@code timeouts.read} or {@code route[https://recs:8443].maxConnections}
     * @return its name
     */
    public String of(String setting) {
        return names.apply(setting);
    }

    /**
     * Returns the name of a setting of a route.
     *
     * @param target the target of the route's rule
     * @param setting its name in Java within the rule
     * @return its name
     */
    public String ofRoute(String target, String setting) {
        return of("route[" + target + "]." + setting);
    }

    /**
     * Returns the name of the setting that gives a route a value: its rule's, or else the pool's, or the total that the pool's
     * was shrunk to fit.
     *
     * @param config what holds for the route
     * @param setting the pool's in Java
     * @param settingOfRoute the same in a rule
     * @return its name
     */
    public String inForce(RouteConfig config, String setting, String settingOfRoute) {
        String origin = config.setting(setting).origin();
        String total = of("maxTotal");
        if (origin.startsWith("default, shrunk to fit " + total)) {
            return total;
        }
        return origin.startsWith(ROUTE) ? ofRoute(origin.substring(ROUTE.length()), settingOfRoute) : of(setting);
    }
}
