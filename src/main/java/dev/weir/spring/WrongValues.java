package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;

/** Finds all properties of the pools that have no value of their kind: Boot ends at the first. */
final class WrongValues implements BindHandler {

    private final List<String> texts = new ArrayList<>();

    private WrongValues() {}

    /** Says of each what it takes, in the order in which they are bound. */
    static List<String> in(Environment environment) {
        WrongValues found = new WrongValues();
        try {
            Binder.get(environment).bind("weir", Bindable.of(WeirProperties.class), found);
        } catch (BindException e) {
            // Whatever else is wrong is reported once the values are correct.
        }
        return found.texts;
    }

    /** Says what a property takes. */
    static String text(ConfigurationProperty property, Bindable<?> target) {
        Class<?> type = target.getType().resolve(Object.class);
        return SetProperties.describe(property.getName().toString(), property) + " must be "
                + ValueKind.of(type, property.getValue()) + ".";
    }

    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) throws Exception {
        ConfigurationProperty property = context.getConfigurationProperty();
        if (property == null || !(error instanceof ConversionException)) {
            throw error;
        }
        texts.add(text(property, target));
        return null; // as if it were not set
    }
}
