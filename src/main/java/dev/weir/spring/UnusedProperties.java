package dev.weir.spring;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The properties that were set for pools on a Spring Boot where there are none. */
final class UnusedProperties {

    private static final int MOST = 20;
    private static final Set<String> SYSTEM = Set.of(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);

    private UnusedProperties() {}

    /** Returns what to say of them; empty if there are none, or if the application switched the pools off. */
    static Optional<String> text(SetProperties set) {
        List<String> found = set.names()
                .filter(name -> name.getNumberOfElements() > 1)
                .sorted()
                .flatMap(name -> set.find(name).stream()
                        .filter(property -> isForPools(name, property))
                        .map(property -> SetProperties.describe(name.toString(), property)))
                .toList();
        return found.isEmpty() || isOff(set) ? Optional.empty() : Optional.of(text(found));
    }

    private static String text(List<String> found) {
        String more = found.size() > MOST ? ", and " + (found.size() - MOST) + " more" : "";
        return "Properties below weir have no effect without Spring Boot 4: "
                + String.join(", ", found.subList(0, Math.min(MOST, found.size()))) + more
                + ". Remove them, and set limits and timeouts in code, with HttpPool.builder";
    }

    /** Variables of the environment and system properties may begin like ours without being meant for pools. */
    private static boolean isForPools(ConfigurationPropertyName name, ConfigurationProperty property) {
        return SetProperties.needPools().contains(name.getElement(1, Form.UNIFORM)) || !isOfSystem(property);
    }

    private static boolean isOfSystem(ConfigurationProperty property) {
        return property.getSource() != null
                && property.getSource().getUnderlyingSource() instanceof PropertySource<?> source
                && SYSTEM.contains(source.getName());
    }

    private static boolean isOff(SetProperties set) {
        return set.find("weir.enabled")
                .map(property -> String.valueOf(property.getValue()).strip().equalsIgnoreCase("false"))
                .orElse(false);
    }
}
