package dev.weir.spring.actuate;

import java.util.Locale;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/** Masks name and password for a proxy in every endpoint of Boot's that shows properties, whatever that is told to show. */
final class HiddenCredentials implements SanitizingFunction {

    @Override
    public SanitizableData apply(SanitizableData data) {
        return isOfProxy(data.getKey()) ? data.withSanitizedValue() : data;
    }

    private static boolean isOfProxy(String key) {
        String canonical = key.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
        return canonical.startsWith("weir") && canonical.contains("proxycredentials");
    }
}
