package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import java.util.List;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Decides what of settings and requests a caller may see. Thread-safe. */
final class ShownSettings {

    private final HttpPools pools;
    private final EndpointProperties properties;
    private final Sanitizer sanitizer;

    /**
     * Creates the view.
     *
     * @param pools the pools
     * @param properties what is shown to whom
     * @param functions what the application itself masks, in shown values too
     */
    ShownSettings(HttpPools pools, EndpointProperties properties, List<SanitizingFunction> functions) {
        this.pools = pools;
        this.properties = properties;
        this.sanitizer = new Sanitizer(functions);
    }

    /** What a caller over HTTP sees. */
    VisibleValues to(SecurityContext caller) {
        return visible(properties.showValues().isShown(caller, properties.roles()));
    }

    private VisibleValues visible(boolean isTextShown) {
        return new VisibleValues(pools, sanitizer, isTextShown);
    }
}
