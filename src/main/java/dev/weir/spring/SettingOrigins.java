package dev.weir.spring;

import dev.weir.config.PoolConfig;
import dev.weir.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Says of each setting of a pool where it is from, down to the property and its place. Thread-safe. */
final class SettingOrigins {

    private static final String POOL = "pool";
    private static final String DEFAULT = "default";
    private static final String ROUTE = "route ";

    /** What Spring's clients have without a setting: no limit, and in asynchronous pools, the protocol. */
    private static final Map<String, String> USUAL =
            Map.of("timeouts.read", "0s", "timeouts.total", "0s", "protocol", "NEGOTIATE");

    /** Nothing but a timeout of ours lets the default of the library count here. */
    private static final String TOTAL = "default, on because a property below weir.*.timeouts is set";

    private final SettingProperties names;
    private final SetProperties set;

    SettingOrigins(String pool, WeirProperties properties, SetProperties set) {
        this.names = new SettingProperties(pool, properties, set);
        this.set = set;
    }

    /**
     * Lists the settings.
     *
     * @param running the configuration in force
     * @param configured what the properties and the code of the application say
     * @param planned what the properties alone say
     */
    List<PoolSetting> of(PoolConfig running, PoolConfig configured, PoolConfig planned) {
        List<Setting> now = running.effective().settings();
        List<Setting> before = configured.effective().settings();
        List<Setting> byProperties = planned.effective().settings();
        List<Setting> usual =
                PoolConfig.builder(running.name()).build().effective().settings();
        return IntStream.range(0, now.size())
                .mapToObj(i -> of(now.get(i), before.get(i), byProperties.get(i), usual.get(i)))
                .toList();
    }

    /** Lists what a route has by a rule that matches it, with what follows from that; the rest is that of its pool. */
    List<PoolSetting> ofRoute(String target, PoolConfig running, PoolConfig configured, PoolConfig planned) {
        List<Setting> now = running.effective(target).settings();
        List<Setting> before = configured.effective(target).settings();
        List<Setting> byProperties = planned.effective(target).settings();
        return IntStream.range(0, now.size())
                .filter(i -> isOfRule(now.get(i)) || isOfRule(before.get(i)))
                .mapToObj(i -> ofRule(now.get(i), before.get(i), byProperties.get(i)))
                .toList();
    }

    private static boolean isOfRule(Setting setting) {
        return setting.origin().startsWith(ROUTE) || setting.origin().contains("route[");
    }

    private PoolSetting ofRule(Setting running, Setting configured, Setting planned) {
        if (!running.value().equals(configured.value())) {
            return setting(running, ofChange(running), null, configured.value());
        }
        if (!configured.origin().startsWith(ROUTE)) {
            return setting(running, running.origin(), null, null);
        }
        String rule = configured.origin().substring(ROUTE.length()).replaceFirst(",.*", "");
        String name = names.apply("route[" + rule + "]." + running.name());
        Optional<ConfigurationProperty> property = property(name);
        return property.isPresent() && planned.value().equals(configured.value())
                ? setting(running, name, place(property.get()), null)
                : setting(running, "code", null, null);
    }

    private PoolSetting of(Setting running, Setting configured, Setting planned, Setting usual) {
        if (!running.value().equals(configured.value())) {
            return setting(running, ofChange(running), null, configured.value());
        }
        if (!configured.origin().equals(POOL)) {
            return setting(running, ofDefault(running), null, null);
        }
        String name = names.apply(running.name());
        Optional<ConfigurationProperty> property = property(name);
        if (property.isPresent() && planned.value().equals(configured.value())) {
            return setting(running, name, place(property.get()), null);
        }
        boolean isUsual =
                running.value().equals(usual.value()) || running.value().equals(USUAL.get(running.name()));
        return setting(running, isUsual ? DEFAULT : "code", null, null);
    }

    /** A default that follows a changed setting was not changed itself. */
    private static String ofChange(Setting running) {
        return running.origin().startsWith(DEFAULT) ? running.origin() : "changed while running";
    }

    private static String ofDefault(Setting running) {
        return running.name().equals("timeouts.total") && running.origin().equals(DEFAULT) ? TOTAL : running.origin();
    }

    /** What no property sets has a name that is none of a property. */
    private Optional<ConfigurationProperty> property(String name) {
        return name.contains(" ") || name.contains("<") ? Optional.empty() : set.find(name);
    }

    private static @Nullable String place(ConfigurationProperty property) {
        return property.getOrigin() == null ? null : property.getOrigin().toString();
    }

    private static PoolSetting setting(
            Setting running, String origin, @Nullable String place, @Nullable String configured) {
        return new PoolSetting(running.name(), running.value(), origin, place, configured);
    }
}
