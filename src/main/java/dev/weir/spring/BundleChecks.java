package dev.weir.spring;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.ssl.SslBundles;

/** Finds names of SSL bundles in properties of ours that no bundle has. */
final class BundleChecks {

    private static final ConfigurationPropertyName SSL = ConfigurationPropertyName.of("ssl.bundle");

    private final SetProperties set;
    private final @Nullable SslBundles bundles;

    BundleChecks(SetProperties set, @Nullable SslBundles bundles) {
        this.set = set;
        this.bundles = bundles;
    }

    List<String> problems() {
        List<String> known = bundles == null ? List.of() : bundles.getBundleNames();
        return set.names()
                .filter(BundleChecks::isOfBundle)
                .flatMap(name -> set.find(name).stream().flatMap(property -> problem(name, property, known).stream()))
                .toList();
    }

    private static boolean isOfBundle(ConfigurationPropertyName name) {
        int elements = name.getNumberOfElements();
        return elements > 2 && name.subName(elements - 2).equals(SSL);
    }

    private static Optional<String> problem(
            ConfigurationPropertyName name, ConfigurationProperty property, List<String> known) {
        String wanted = String.valueOf(property.getValue());
        if (known.contains(wanted)) {
            return Optional.empty();
        }
        return Optional.of(SetProperties.describe(name.toString(), property) + " names no SSL bundle. Define one by"
                + " spring.ssl.bundle.pem." + wanted + ".* or spring.ssl.bundle.jks." + wanted + ".*"
                + (known.isEmpty() ? "." : ", or name an existing one: " + String.join(", ", known) + "."));
    }
}
