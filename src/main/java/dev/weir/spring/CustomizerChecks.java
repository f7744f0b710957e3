package dev.weir.spring;

import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Finds names of customizers in properties of ours that no bean has. */
final class CustomizerChecks {

    /** The bean that gives all pools their meters; no property has a reason to name it. */
    private static final String OURS = "httpPoolMeters";

    private final SetProperties set;
    private final ListableBeanFactory beans;

    CustomizerChecks(SetProperties set, ListableBeanFactory beans) {
        this.set = set;
        this.beans = beans;
    }

    List<String> problems() {
        return set.names()
                .filter(CustomizerChecks::isOfCustomizer)
                .flatMap(name -> set.find(name).stream().flatMap(property -> problem(name, property).stream()))
                .toList();
    }

    private static boolean isOfCustomizer(ConfigurationPropertyName name) {
        return name.getElement(name.getNumberOfElements() - 1, Form.UNIFORM).equals("customizer");
    }

    private Optional<String> problem(ConfigurationPropertyName name, ConfigurationProperty property) {
        String wanted = String.valueOf(property.getValue());
        if (beans.containsBean(wanted) && beans.isTypeMatch(wanted, HttpPoolCustomizer.class)) {
            return Optional.empty();
        }
        List<String> known = known();
        return Optional.of(SetProperties.describe(name.toString(), property)
                + " names no bean of type HttpPoolCustomizer. Define one of this name"
                + (known.isEmpty() ? "." : ", or name an existing one: " + String.join(", ", known) + "."));
    }

    private List<String> known() {
        return List.of(beans.getBeanNamesForType(HttpPoolCustomizer.class, true, false)).stream()
                .filter(name -> !name.equals(OURS))
                .toList();
    }
}
