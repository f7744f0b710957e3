package dev.weir.internal.diagnosis;

import dev.weir.config.RouteConfig;
import java.util.function.UnaryOperator;

/** How the people who read findings call what they can set. Immutable. */
public final class SettingNames {

    /** Settings are called as in Java. */
    public static final SettingNames PLAIN = new SettingNames(UnaryOperator.identity());

    private static final String ROUTE = "route ";

    private final UnaryOperator<String> names;

    /**
     * Creates it.
     *
     * @param names the name for what is called so in Java
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
    @SuppressWarnings("NullAway") // whatever the function does, there is a name
    public String of(String setting) {
        try {
            String name = names.apply(setting);
            return name == null ? setting : name;
        } catch (RuntimeException e) {
            // Better a name from Java than no finding, and no exception for who waited for a connection.
            return setting;
        }
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
     * Returns the name of the setting that a route has a value from: its rule's, or else the pool's.
     *
     * @param config what holds for the route
     * @param setting the pool's in Java
     * @param settingOfRoute the same in a rule
     * @return its name
     */
    public String inForce(RouteConfig config, String setting, String settingOfRoute) {
        String origin = config.setting(setting).origin();
        return origin.startsWith(ROUTE) ? ofRoute(origin.substring(ROUTE.length()), settingOfRoute) : of(setting);
    }
}
