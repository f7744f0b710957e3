package dev.weir.spring.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads settings that are written in one line, as a field of JSON or a console of JMX takes them. Pure. */
final class WrittenSettings {

    private WrittenSettings() {}

    /** Takes apart a line such as {@code maxTotal=50 timeouts.read=3s}. */
    static Map<String, String> of(@Nullable String line) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (line == null || line.isBlank()) {
            return settings;
        }
        for (String part : line.strip().split("\\s+", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "settings must be name=value with blanks between them, such as maxTotal=50 timeouts.read=3s, but"
                                + " was " + line);
            }
            settings.put(part.substring(0, equals), part.substring(equals + 1));
        }
        return settings;
    }
}
